import type { Rule } from './rule.ts'
import { a11yButtonName } from './rules/a11y-button-name.ts'
import { a11yContrast } from './rules/a11y-contrast.ts'
import { a11yFocusOutline } from './rules/a11y-focus-outline.ts'
import { a11yFocusVisible } from './rules/a11y-focus-visible.ts'
import { a11yHeadingOrder } from './rules/a11y-heading-order.ts'
import { a11yImgAlt } from './rules/a11y-img-alt.ts'
import { a11yTargetSize } from './rules/a11y-target-size.ts'
import { analyticsGtmSnippet } from './rules/analytics-gtm-snippet.ts'
import { assetDimensions } from './rules/asset-dimensions.ts'
import { assetMissing } from './rules/asset-missing.ts'
import { assetSize } from './rules/asset-size.ts'
import { assetThemeId } from './rules/asset-theme-id.ts'
import { assetTypeMismatch } from './rules/asset-type-mismatch.ts'
import { assetUnused } from './rules/asset-unused.ts'
import { cspEval } from './rules/csp-eval.ts'
import { cspInlineHandler } from './rules/csp-inline-handler.ts'
import { cspInlineScript } from './rules/csp-inline-script.ts'
import { cspInlineStyle } from './rules/csp-inline-style.ts'
import { cspJavascriptUrl } from './rules/csp-javascript-url.ts'
import { cssSyntax } from './rules/css-syntax.ts'
import { formAutocomplete } from './rules/form-autocomplete.ts'
import { formExternalAction } from './rules/form-external-action.ts'
import { formExternalRequest } from './rules/form-external-request.ts'
import { formGetWithPassword } from './rules/form-get-with-password.ts'
import { formLabel } from './rules/form-label.ts'
import { formPasswordType } from './rules/form-password-type.ts'
import { formRequiredField } from './rules/form-required-field.ts'
import { htmlBase } from './rules/html-base.ts'
import { htmlCharset } from './rules/html-charset.ts'
import { htmlDoctype } from './rules/html-doctype.ts'
import { htmlDuplicateId } from './rules/html-duplicate-id.ts'
import { htmlIframe } from './rules/html-iframe.ts'
import { htmlLang } from './rules/html-lang.ts'
import { htmlMetaRefresh } from './rules/html-meta-refresh.ts'
import { htmlSyntax } from './rules/html-syntax.ts'
import { htmlTitle } from './rules/html-title.ts'
import { htmlViewport } from './rules/html-viewport.ts'
import { idContract } from './rules/id-contract.ts'
import { includeCycle } from './rules/include-cycle.ts'
import { includeMissing } from './rules/include-missing.ts'
import { labelDuplicate } from './rules/label-duplicate.ts'
import { labelEmpty } from './rules/label-empty.ts'
import { labelExtraTranslation } from './rules/label-extra-translation.ts'
import { labelHtmlInvalid } from './rules/label-html-invalid.ts'
import { labelIdentical } from './rules/label-identical.ts'
import { labelMissingTranslation } from './rules/label-missing-translation.ts'
import { labelPlaceholderMismatch } from './rules/label-placeholder-mismatch.ts'
import { labelUnknown } from './rules/label-unknown.ts'
import { labelUnused } from './rules/label-unused.ts'
import { layoutOverflow } from './rules/layout-overflow.ts'
import { lintSuppression } from './rules/lint-suppression.ts'
import { macroDeprecated } from './rules/macro-deprecated.ts'
import { macroNotAvailableHere } from './rules/macro-not-available-here.ts'
import { macroRequired } from './rules/macro-required.ts'
import { macroScriptContext } from './rules/macro-script-context.ts'
import { macroUnbalanced } from './rules/macro-unbalanced.ts'
import { macroUnknown } from './rules/macro-unknown.ts'
import { mailAlt } from './rules/mail-alt.ts'
import { mailClientSupport } from './rules/mail-client-support.ts'
import { mailExternalCss } from './rules/mail-external-css.ts'
import { mailForm } from './rules/mail-form.ts'
import { mailImgHttps } from './rules/mail-img-https.ts'
import { mailNoPlaintext } from './rules/mail-no-plaintext.ts'
import { mailRelativeUrl } from './rules/mail-relative-url.ts'
import { mailRequiredMacro } from './rules/mail-required-macro.ts'
import { mailScript } from './rules/mail-script.ts'
import { mailSize } from './rules/mail-size.ts'
import { mailSubjectEmpty } from './rules/mail-subject-empty.ts'
import { mailSubjectLength } from './rules/mail-subject-length.ts'
import { mailXml } from './rules/mail-xml.ts'
import { packageJunkFile } from './rules/package-junk-file.ts'
import { packageLocaleFolder } from './rules/package-locale-folder.ts'
import { packageMissingDefault } from './rules/package-missing-default.ts'
import { packageOutdatedBase } from './rules/package-outdated-base.ts'
import { packageUnchanged } from './rules/package-unchanged.ts'
import { packageUnknownFile } from './rules/package-unknown-file.ts'
import { pageRunaway } from './rules/page-runaway.ts'
import { propertiesEncoding } from './rules/properties-encoding.ts'
import { propertiesSyntax } from './rules/properties-syntax.ts'
import { remoteAsset } from './rules/remote-asset.ts'
import { remoteInsecure } from './rules/remote-insecure.ts'
import { remoteParserBlocking } from './rules/remote-parser-blocking.ts'
import { remoteScript } from './rules/remote-script.ts'
import { securityOpenRedirect } from './rules/security-open-redirect.ts'
import { securitySecret } from './rules/security-secret.ts'
import { textHardcoded } from './rules/text-hardcoded.ts'

/** Every rule. The reference, the settings and the tests follow from this list. */
export const RULES: readonly Rule[] = [
  a11yButtonName,
  a11yContrast,
  a11yFocusOutline,
  a11yFocusVisible,
  a11yHeadingOrder,
  a11yImgAlt,
  a11yTargetSize,
  analyticsGtmSnippet,
  assetDimensions,
  assetMissing,
  assetSize,
  assetThemeId,
  assetTypeMismatch,
  assetUnused,
  cspEval,
  cspInlineHandler,
  cspInlineScript,
  cspInlineStyle,
  cspJavascriptUrl,
  cssSyntax,
  formAutocomplete,
  formExternalAction,
  formExternalRequest,
  formGetWithPassword,
  formLabel,
  formPasswordType,
  formRequiredField,
  htmlBase,
  htmlCharset,
  htmlDoctype,
  htmlDuplicateId,
  htmlIframe,
  htmlLang,
  htmlMetaRefresh,
  htmlSyntax,
  htmlTitle,
  htmlViewport,
  idContract,
  includeCycle,
  includeMissing,
  labelDuplicate,
  labelEmpty,
  labelExtraTranslation,
  labelHtmlInvalid,
  labelIdentical,
  labelMissingTranslation,
  labelPlaceholderMismatch,
  labelUnknown,
  labelUnused,
  layoutOverflow,
  lintSuppression,
  macroDeprecated,
  macroNotAvailableHere,
  macroRequired,
  macroScriptContext,
  macroUnbalanced,
  macroUnknown,
  mailAlt,
  mailClientSupport,
  mailExternalCss,
  mailForm,
  mailImgHttps,
  mailNoPlaintext,
  mailRelativeUrl,
  mailRequiredMacro,
  mailScript,
  mailSize,
  mailSubjectEmpty,
  mailSubjectLength,
  mailXml,
  packageJunkFile,
  packageLocaleFolder,
  packageMissingDefault,
  packageOutdatedBase,
  packageUnchanged,
  packageUnknownFile,
  pageRunaway,
  propertiesEncoding,
  propertiesSyntax,
  remoteAsset,
  remoteInsecure,
  remoteParserBlocking,
  remoteScript,
  securityOpenRedirect,
  securitySecret,
  textHardcoded,
]
