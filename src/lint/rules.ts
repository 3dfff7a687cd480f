import type { Rule } from './rule.ts'
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
import { labelDuplicate } from './rules/label-duplicate.ts'
import { macroUnknown } from './rules/macro-unknown.ts'

/** Every rule. The reference, the settings and the tests follow from this list. */
export const RULES: readonly Rule[] = [
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
  labelDuplicate,
  macroUnknown,
]
