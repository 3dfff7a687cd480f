// Features that common mail programs lack. It is a small table on purpose: only what makes a mail unreadable or its
// layout fall apart is in it, and nothing that merely looks plainer.

/** Elements that some program does not show. */
export const UNSHOWN: Readonly<Record<string, string>> = {
  svg: 'Gmail, Outlook and Yahoo Mail show no inline SVG',
  video: 'Gmail, Outlook and Yahoo Mail play no video',
  audio: 'Gmail, Outlook and Yahoo Mail play no sound',
  canvas: 'no mail program runs the script that would draw on it',
  iframe: 'no mail program shows frames',
  frame: 'no mail program shows frames',
  object: 'no mail program shows objects',
  embed: 'no mail program shows embedded files',
  dialog: 'most mail programs do not know dialogs',
}

/** Styles that some program does not know, by a pattern that a declaration has to match. */
export const UNSTYLED: readonly (readonly [pattern: RegExp, message: string])[] = [
  [
    /(?:^|[;{\s"'])display\s{0,9}:\s{0,9}(?:inline-)?(?:flex|grid)/i,
    'Outlook does not know flex and grid: use a table for columns',
  ],
  [
    /(?:^|[;{\s"'])position\s{0,9}:\s{0,9}(?:absolute|fixed|sticky)/i,
    'Gmail and Outlook ignore position: use a table',
  ],
  [/\bvar\(\s{0,9}--/i, 'Gmail and Outlook do not know custom properties: write the value itself'],
  [/\bobject-fit\s{0,9}:/i, 'Outlook does not know object-fit: bring the image in its size'],
]

/** Formats of images that some program does not show, by the end of the path. */
export const UNSEEN_IMAGE = /\.(?:svgz?|webp|avif)(?:[?#]|$)/i
