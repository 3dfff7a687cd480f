// Sound documents for the examples of rules, so that an example shows one mistake and no other.

/** A page that has everything a page should have. */
export function examplePage(body: string, head = ''): string {
  return `<!doctype html>
<html lang="@LANG@">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$PRODUCT_NAME$</title>
${head}</head>
<body>
${body}
</body>
</html>
`
}

/** A mail in its XML form. */
export function exampleMail(message: string, subject = '$EMAIL_SUBJECT_OTP$'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<root>
<Email id="default">
<Sender><Value></Value></Sender>
<Subject><Value>${subject}</Value></Subject>
<Message><Value><![CDATA[<html lang="@LANG@"><body>${message}</body></html>]]></Value></Message>
</Email>
</root>
`
}

/** A page without a form. */
export const PAGE = 'authentication/logout/default/logout_success.html'
/** A page with a form for a username and a password. */
export const SIGN_IN_PAGE =
  'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html'
/** A mail with a code. */
export const MAIL = 'authentication/mfa/email/default/otp_delivery_email.xml'
