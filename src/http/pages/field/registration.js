// The form is in the page from the beginning, so nobody has to wait for it.
ready(() => hide(part('loader')))
