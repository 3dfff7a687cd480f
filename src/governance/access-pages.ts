import type { Flow } from '../identity/identity.ts'
import type { AccessPageParts } from './access-page.ts'
import { AppsPage } from './apps-page.ts'
import { AskingPage } from './asking-page.ts'
import { RequestPage } from './request-page.ts'
import { ReviewPage, type ReviewPageParts } from './review-page.ts'

/** The pages about access. No script of a theme runs on any of them. */
export class AccessPages {
  readonly apps: Flow
  readonly asking: Flow
  readonly #parts: AccessPageParts & ReviewPageParts

  constructor(parts: AccessPageParts & ReviewPageParts) {
    this.#parts = parts
    this.apps = new AppsPage(parts)
    this.asking = new AskingPage(parts)
  }

  /** The page of a request. */
  request(id: string): Flow {
    return new RequestPage(this.#parts, id)
  }

  /** The page of a review, or of all reviews of an application in a campaign. */
  review(id: string): Flow {
    return new ReviewPage(this.#parts, id)
  }
}
