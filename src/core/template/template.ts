export { type BoundName, counter, type FaultPlace, TEMPLATE_BOUNDS, TemplateFault } from './bounds.ts'
export {
  type Compiled,
  type CompileOptions,
  compile,
  compiled,
  FINDINGS,
  type Finding,
  macrosOf,
  pageFacts,
  type Reading,
  type ReadPage,
  readPage,
  type SourceElement,
  type Sources,
  slotsOf,
  type Where,
} from './compile.ts'
export { html as escapedHtml, type MacroKind, type Value } from './encode.ts'
export { labelNames, type SourceText } from './expand.ts'
export { type ControlFacts, type FormFacts, type PageFacts, pathOfAction } from './facts.ts'
export type { LabelText } from './fitted.ts'
export { labelsFor, type Token, tokens } from './grammar.ts'
export { leaksSecret } from './mail-secrets.ts'
export { itemAt } from './marked.ts'
export { type MarkupAttribute, type MarkupToken, markupOf } from './markup.ts'
export type { Handler, Part, Slot } from './part.ts'
export { compilePlain } from './plain.ts'
export { plainText } from './plain-text.ts'
export { contentPolicy, ownNonce, type PolicyContext, type PolicyNeeds, widenings } from './policy.ts'
export { type BoundedPolicy, boundedPolicy } from './policy-bound.ts'
export { quicklyParsed, quickMarkup } from './quick-markup.ts'
export { handlerTexts, joined, rendered, type Values } from './render.ts'
export type { CarriedTag } from './tag-manager.ts'
export { Receiving, Sending, type SentPage, type SentPart, type SentSlot } from './transfer.ts'
