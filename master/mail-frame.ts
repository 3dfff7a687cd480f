// What all mails of the master share. Mail programs know little: tables carry the layout, styles stand in the
// elements, and the one style block only makes dark mode better where a program reads it.

const FONT = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const CODE_FONT = "Consolas,Menlo,'Courier New',monospace"
const TEXT = 'font-size:16px;line-height:24px;color:#181d29;'
const SMALL = 'font-size:14px;line-height:21px;color:#545c6e;'
// Addresses and names can be longer than a phone is wide. Not every mail program knows both.
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word;'
/** For the labels of a table: they would be broken in place of the values beside them. */
const KEEPS = 'overflow-wrap:normal;word-break:normal;'

/** A piece of a mail's body. */
export type Block = string

export function paragraph(label: string): Block {
  return `<p class="text" style="margin:0 0 16px;${TEXT}">$${label}$</p>`
}

/** A paragraph that the service writes. */
export function said(macro: string): Block {
  return `<p class="text" style="margin:0 0 16px;${TEXT}">@${macro}@</p>`
}

/** A sentence that ends with a link. */
export function linked(label: string, link: string, address: string): Block {
  const inside = `<a href="@${address}@" class="text" style="color:#181d29;">$${link}$</a>`
  return `<p class="text" style="margin:0 0 16px;${TEXT}">$${label}$ ${inside}</p>`
}

/** A paragraph of lesser weight. */
export function note(label: string): Block {
  return `<p class="muted" style="margin:0 0 16px;${SMALL}">$${label}$</p>`
}

/** A code to be typed elsewhere, selected whole by a click. In a cell: Outlook knows no padding of paragraphs. */
export function code(macro: string): Block {
  const style = `padding:16px;background-color:#f0f1f4;border-radius:@RADIUS_CONTROL@;font-family:${CODE_FONT};font-size:30px;line-height:38px;font-weight:bold;letter-spacing:6px;text-align:center;color:#181d29;-webkit-user-select:all;user-select:all;`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;">
  <tr>
    <td dir="ltr" align="center" bgcolor="#f0f1f4" class="code" style="${style}">@${macro}@</td>
  </tr>
</table>`
}

/** A button, and the address behind it for programs that lose the button. */
export function button(label: string, link: string): Block {
  const inside = `<a href="@${link}@" style="display:inline-block;padding:13px 27px;font-size:16px;line-height:20px;font-weight:bold;color:@COLOR_ON_BRAND@;text-decoration:none;">$${label}$</a>`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;">
  <tr>
    <td bgcolor="@COLOR_BRAND@" style="background-color:@COLOR_BRAND@;border:1px solid @COLOR_BRAND_EDGE@;border-radius:@RADIUS_CONTROL@;mso-padding-alt:14px 28px;">${inside}</td>
  </tr>
</table>
<p class="muted" data-html-only style="margin:0 0 16px;${SMALL}">$EMAIL_LINK_FALLBACK$<br><a href="@${link}@" dir="ltr" class="muted" style="color:#545c6e;word-break:break-all;">@${link}@</a></p>`
}

/** A table of facts: labels, the macros with their values, and a macro that says whether there is such a row. */
export function facts(rows: readonly (readonly [label: string, macro: string, shown?: string])[]): Block {
  const value = (macro: string) =>
    /PASSWORD$/.test(macro)
      ? `<span dir="ltr" style="font-family:${CODE_FONT};-webkit-user-select:all;user-select:all;">@${macro}@</span>`
      : `<span dir="auto">@${macro}@</span>`
  const cell = `padding:10px 12px;border-bottom:1px solid #dcdfe6;font-size:15px;line-height:22px;`
  const lines = rows.map(
    ([label, macro, shown]) => `  <tr${shown === undefined ? '' : ` style="display:@${shown}@;"`}>
    <th scope="row" align="left" valign="top" width="36%" class="muted line" style="${cell}font-weight:normal;text-align:start;color:#545c6e;${KEEPS}">$${label}$</th>
    <td valign="top" class="text line" style="${cell}color:#181d29;">${value(macro)}</td>
  </tr>`,
  )
  return `<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;border-top:1px solid #dcdfe6;">
${lines.join('\n')}
</table>`
}

/** Rows that the service writes. */
export function rows(macro: string): Block {
  return `<table class="text line" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;border-top:1px solid #dcdfe6;font-size:15px;line-height:22px;color:#181d29;">
@${macro}@
</table>`
}

/** What is shown only where a macro says `block`. */
export function shownBy(macro: string, blocks: readonly Block[]): Block {
  return `<div style="display:@${macro}@;">
${indented(blocks.join('\n'), 2)}
</div>`
}

/** A whole message. The preheader is what an inbox shows beside the subject. */
export function message({
  title,
  preheader,
  body,
}: {
  title: string
  preheader: string
  body: readonly Block[]
}): string {
  return `<!doctype html>
<html lang="@LANG@" dir="@DIR@">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <title>$${title}$</title>
  <style>
    :root { color-scheme: light dark; }
    @media (prefers-color-scheme: dark) {
      .page { background-color: #101318 !important; }
      .card { background-color: #1c2027 !important; }
      .code { background-color: #2a303b !important; color: #eceef3 !important; }
      .text { color: #eceef3 !important; }
      .muted { color: #a9b0bf !important; }
      .line { border-color: #3a404b !important; }
    }
  </style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f0f1f4;">
  <div hidden style="display:none;max-height:0;overflow:hidden;mso-hide:all;">$${preheader}$</div>
  <table role="presentation" class="page" lang="@LANG@" dir="@DIR@" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f0f1f4">
    <tr>
      <td style="padding:32px 12px;${BREAKS}">
        <!--[if mso]><table role="presentation" align="center" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
        <table role="presentation" class="card" align="center" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width:560px;margin:0 auto;background-color:#ffffff;border-radius:@RADIUS@;overflow:hidden;font-family:${FONT};">
          <tr>
            <td height="4" bgcolor="@COLOR_BRAND@" style="height:4px;border-radius:@RADIUS@ @RADIUS@ 0 0;background-color:@COLOR_BRAND@;font-size:0;line-height:4px;">&#8203;</td>
          </tr>
          <tr>
            <td style="padding:24px 28px 0;"><picture><source media="(prefers-color-scheme: dark)" srcset="@TENANT_URL@/template/v1.0/static/logo-dark.png?themeId=@THEME_ID@"><img class="text" src="@TENANT_URL@/template/v1.0/static/logo.png?themeId=@THEME_ID@" height="36" alt="$PRODUCT_NAME$" style="display:block;width:auto;height:auto;max-height:36px;max-width:100%;border:0;font-size:18px;line-height:36px;font-weight:bold;color:#181d29;"></picture></td>
          </tr>
          <tr>
            <td style="padding:24px 28px 12px;">
              <h1 class="text" style="margin:0 0 16px;font-size:24px;line-height:32px;font-weight:bold;color:#181d29;">$${title}$</h1>
${indented(body.join('\n'), 14)}
            </td>
          </tr>
        </table>
        <table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;margin:0 auto;font-family:${FONT};">
          <tr>
            <td class="muted" style="padding:16px 28px 0;font-size:13px;line-height:19px;color:#545c6e;">$EMAIL_AUTOMATIC_NOTE$<br>$PRODUCT_NAME$ · <span dir="ltr">@TENANT@</span></td>
          </tr>
        </table>
        <!--[if mso]></td></tr></table><![endif]-->
      </td>
    </tr>
  </table>
</body>
</html>
`
}

/** The XML form: subject and message in one file. */
export function xmlMail(subject: string, html: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<root>
  <Email id="default">
    <Sender>
      <Value></Value>
    </Sender>
    <Subject>
      <Value>$${subject}$ – $PRODUCT_NAME$</Value>
    </Subject>
    <Message>
      <Value><![CDATA[
${html}]]></Value>
    </Message>
  </Email>
</root>
`
}

function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by))
}
