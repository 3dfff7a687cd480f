// Made from the description of the calls by npm run client.

/** Who may use an application. */
export interface Access {
  /** Who may use the application: everybody (`open`), only people with access (`assigned`), or people with access while others can request it (`request`). */
  readonly mode: 'open' | 'request' | 'assigned'
  /** Who approves requests. */
  readonly approvers: readonly AccessHolder[]
  /** Whether people may request access for others. */
  readonly requestsForOthers: boolean
  /** Number of this page, from 1. */
  readonly page: number
  /** Maximum number of entries per page. */
  readonly limit: number
  /** Number of entries on all pages. */
  readonly total: number
  /** The accounts and groups with access: groups first, sorted by name. */
  readonly access: readonly GivenAccess[]
  /** Number of people who keep access because they signed in recently. Present if `keepRecent` was set. */
  readonly kept?: number | undefined
}

/** An account or a group. */
export interface AccessHolder {
  /** Whether this is an account or a group. */
  readonly kind: 'account' | 'group'
  /** Id of the account or group. */
  readonly id: string
  /** Username of the account, or name of the group. */
  readonly name: string
}

/** Applications, sorted by name. */
export interface AccessList {
  /** Number of this page, from 1. */
  readonly page: number
  /** Maximum number of entries per page. */
  readonly limit: number
  /** Number of entries on all pages. */
  readonly total: number
  /** The applications. */
  readonly applications: readonly ApplicationAccess[]
}

/** A request for access to an application. */
export interface AccessRequest {
  /** Id of the request or deputyship. */
  readonly id: string
  /** State of the request. */
  readonly state: 'waiting' | 'more-wanted' | 'approved' | 'rejected' | 'withdrawn' | 'expired' | 'closed'
  /** Id of the application. */
  readonly applicationId: string
  /** Name of the application at the time of the request. */
  readonly applicationName: string
  readonly requester: RequestPerson
  readonly person: RequestPerson
  /** The justification. */
  readonly justification: string
  /** When the requested access ends. Null if it does not end. */
  readonly until: string | null
  /** When it was made. */
  readonly asked: string
  /** When the request expires if nobody decides. */
  readonly expires: string
  /** When the request was decided or ended. Null while it is open. */
  readonly decided: string | null
  /** Who decided or withdrew it: a username, an API client or `command line`. Null if a deadline or a removal ended it. */
  readonly decidedBy: string | null
  /** Their comment. May be empty. */
  readonly decisionComment: string
}

/** Requests, newest first. */
export interface AccessRequestList {
  /** Number of this page, from 1. */
  readonly page: number
  /** Maximum number of entries per page. */
  readonly limit: number
  /** Number of entries on all pages. */
  readonly total: number
  /** The requests. */
  readonly requests: readonly AccessRequest[]
}

/** A link between an account and a person at an identity source. */
export interface AccountLink {
  /** Id of the source. */
  readonly source: string
  /** Name of the source. */
  readonly sourceName: string
  /** Id of the person at the source. */
  readonly subject: string
  /** The e-mail address that the source last sent. */
  readonly email: string | null
  /** How the link was created: with a new account (`created`), by the person (`proved`), by an administrator (`given`), or through a trusted domain (`trusted`). */
  readonly origin: 'created' | 'proved' | 'given' | 'trusted'
  /** When the link was created. */
  readonly createdAt: string
  /** When it was last used. Null if never. */
  readonly usedAt: string | null
}

/** The links of an account. */
export interface AccountLinks {
  /** Id of the account. */
  readonly id: string
  /** Username of the account. */
  readonly userName: string
  /** The links, oldest first. */
  readonly links: readonly AccountLink[]
}

/** The result of adding people. */
export interface AddedMembers {
  /** Number of people who were not in the group before. */
  readonly added: number
}

/** An application, with its access mode. */
export interface ApplicationAccess {
  /** Id of the application. */
  readonly id: string
  /** Name of the application. */
  readonly name: string
  /** Who may use the application: everybody (`open`), only people with access (`assigned`), or people with access while others can request it (`request`). */
  readonly mode: 'open' | 'request' | 'assigned'
}

/** An application with its id and name. */
export interface ApplicationName {
  /** Id of the application. */
  readonly id: string
  /** Name of the application. */
  readonly name: string
}

/** An attribute to add or change. */
export interface AttributeDocument {
  /** The attribute. Its schema is at `/v1.0/tabard/schemas/attribute`. */
  readonly attribute: Record<string, unknown>
}

/** The tenant’s own attributes. */
export interface AttributeList {
  /** The attributes. */
  readonly attributes: readonly Record<string, unknown>[]
  /** Their ETags, by name. */
  readonly etags: Record<string, string>
}

/** A certification campaign. */
export interface Campaign {
  /** Id of the campaign or review. */
  readonly id: string
  /** Name of the campaign. */
  readonly name: string
  /** Description of the campaign. */
  readonly description: string | null
  /** State of the campaign. */
  readonly state: 'scheduled' | 'starting' | 'running' | 'ending' | 'ended' | 'cancelled'
  /** The applications whose access is reviewed. */
  readonly applications: readonly CampaignApplication[]
  /** The planned start. */
  readonly starts: string
  /** The planned end. */
  readonly ends: string
  /** The reviewers: accounts and groups, such as `group:managers`. If empty, supervisors review the people they supervise. */
  readonly reviewers: readonly string[]
  /** Accounts and groups that follow the campaign and take over overdue reviews. */
  readonly supervisors: readonly string[]
  /** What happens to undecided access when the campaign ends. */
  readonly openItems: 'keep' | 'revoke'
  /** Whether reviewers must sign off their decisions. */
  readonly signOff: boolean
  /** Number of days between reminders to reviewers; 0 for none. */
  readonly remindDays: number
  /** Number of days before the end when unfinished reviews go to the supervisors; 0 for never. */
  readonly escalateDays: number
  /** Number of months after which the campaign is repeated; 0 for never. */
  readonly repeatMonths: number
  /** Id of the campaign that this one repeats. Null if it repeats none. */
  readonly previous: string | null
  /** When it was planned. */
  readonly created: string
  /** Who planned it. */
  readonly createdBy: string
  /** When it started. Null if it has not started. */
  readonly started: string | null
  /** When it ended. Null if it has not ended. */
  readonly ended: string | null
  /** SHA-256 digest of the CSV report. Null until the campaign has ended. */
  readonly digest: string | null
  /** The progress so far. */
  readonly totals: {
    /** Number of items to review: one for each person and application. */
    readonly items: number
    /** Number of items decided so far as keep. */
    readonly kept: number
    /** Number of items decided so far as revoke. */
    readonly revoked: number
    /** Number of items whose account was removed before a decision. */
    readonly gone: number
    /** Number of reviews: one for each reviewer and application. */
    readonly reviews: number
    /** Number of reviews that are signed off. */
    readonly signed: number
  }
}

/** An application in a campaign. */
export interface CampaignApplication {
  /** Id of the application. */
  readonly id: string
  /** The application’s name when the campaign was planned. */
  readonly name: string
}

/** The differences from the last campaign for the same application. Empty if there was none. */
export interface CampaignComparison {
  readonly earlier?: Campaign | undefined
  /** Number of people who have access now but had none then. */
  readonly added?: number | undefined
  /** Number of people who had access then but have none now. */
  readonly removed?: number | undefined
  /** Number of people who are in both campaigns. */
  readonly both?: number | undefined
  /** Number of people in both campaigns: kept then, revoked now. */
  readonly keptThenRevoked?: number | undefined
  /** Number of people in both campaigns: revoked then, kept now. */
  readonly revokedThenKept?: number | undefined
}

/** Campaigns, newest first. */
export interface CampaignList {
  /** Number of this page, from 1. */
  readonly page: number
  /** Maximum number of entries per page. */
  readonly limit: number
  /** Number of entries on all pages. */
  readonly total: number
  /** The campaigns. */
  readonly campaigns: readonly Campaign[]
}

/** The reviewers of a campaign if it started now. */
export interface CampaignPreview {
  /** Number of items to review. */
  readonly items: number
  /** The reviewers, with the number of items that each would get. */
  readonly reviewers: readonly {
    /** Id of the account. */
    readonly id: string
    /** Username. */
    readonly userName: string
    /** Number of items for each application, in the order of `applications`. */
    readonly items: readonly number[]
  }[]
  /** Number of items that have no possible reviewer. */
  readonly without: number
  /** Some of the items that have no possible reviewer. */
  readonly withoutReviewer: readonly {
    /** Username. */
    readonly userName: string
    /** Name of the application. */
    readonly application: string
  }[]
}

/** The items of one application that one person reviews. */
export interface CampaignReview {
  /** Id of the campaign or review. */
  readonly id: string
  /** Id of the application. */
  readonly applicationId: string
  /** Name of the application. */
  readonly applicationName: string
  /** Username of the reviewer. Null if there is no possible reviewer. */
  readonly reviewer: string | null
  /** Username of the former reviewer. */
  readonly former: string | null
  /** Why the review was reassigned. */
  readonly reason: string | null
  /** Number of items to review: one for each person and application. */
  readonly items: number
  /** Number of items decided so far as keep. */
  readonly kept: number
  /** Number of items decided so far as revoke. */
  readonly revoked: number
  /** Number of items whose account was removed before a decision. */
  readonly gone: number
  /** When the reviewer was last reminded. */
  readonly reminded: string | null
  /** When the overdue review went to a supervisor. */
  readonly escalated: string | null
  /** When the review was signed off. */
  readonly signed: string | null
  /** Username of the person who signed off: the reviewer or a deputy. */
  readonly signedBy: string | null
  /** When the review was closed because its application was removed. */
  readonly closed: string | null
}

/** Reviews, sorted by the username of the reviewer. */
export interface CampaignReviewList {
  /** Number of this page, from 1. */
  readonly page: number
  /** Maximum number of entries per page. */
  readonly limit: number
  /** Number of entries on all pages. */
  readonly total: number
  /** The reviews. */
  readonly reviews: readonly CampaignReview[]
}

/** All pages and mails. */
export interface Catalogue {
  /** The groups of pages, in the order in which people see them. */
  readonly groups: readonly string[]
  /** The macros of every page and mail. */
  readonly macros: readonly Macro[]
  /** The pages. */
  readonly pages: readonly CataloguePage[]
  /** The mails. */
  readonly mails: readonly CatalogueMail[]
}

/** A mail. */
export interface CatalogueMail {
  /** Id of the page or mail. */
  readonly id: string
  /** What the page or mail is for. */
  readonly meaning: string
  /** The states of the page. The first one is the usual state. */
  readonly states: readonly string[]
  /** The meaning of each state. */
  readonly situations: Record<string, string>
  /** Paths of its templates, without the language folder. */
  readonly files: readonly string[]
  /** The macros of the page. */
  readonly macros: readonly Macro[]
  /** Parts that are repeated for each row. */
  readonly repeats: readonly {
    /** Its name. */
    readonly name: string
    /** The macros of a row. */
    readonly macros: readonly Macro[]
  }[]
}

/** A page that people see. */
export interface CataloguePage {
  /** Id of the page or mail. */
  readonly id: string
  /** What the page or mail is for. */
  readonly meaning: string
  /** The states of the page. The first one is the usual state. */
  readonly states: readonly string[]
  /** The meaning of each state. */
  readonly situations: Record<string, string>
  /** Paths of its templates, without the language folder. */
  readonly files: readonly string[]
  /** The macros of the page. */
  readonly macros: readonly Macro[]
  /** Parts that are repeated for each row. */
  readonly repeats: readonly {
    /** Its name. */
    readonly name: string
    /** The macros of a row. */
    readonly macros: readonly Macro[]
  }[]
  /** The group of the page, such as `Sign-in`. */
  readonly group: string
}

/** The files after a write. */
export interface ChangedFiles {
  /** The revision of the theme. */
  readonly revision: number
  /** The new ETags, by path. Removed files have none. */
  readonly etags: Record<string, string>
  /** Number of findings in these files. Absent if the linter took longer than a second. */
  readonly findings?: FindingCounts | undefined
}

/** The differences between two revisions. */
export interface Comparison {
  /** The files that differ, sorted by path. */
  readonly differences: readonly {
    /** Path of the file below `templates`. */
    readonly path: string
    /** How it differs. */
    readonly kind: 'added' | 'removed' | 'changed'
    /** Digest of the content before. Null if there was no such file. */
    readonly from: string | null
    /** Digest of the content after. Null if there is no such file. */
    readonly to: string | null
  }[]
}

/** A tag manager container, ready to import. */
export interface Container {
  /** Always 2. */
  readonly exportFormatVersion: number
  /** Always the same, so that two containers can be compared. */
  readonly exportTime: string
  /** Its tags, triggers and variables. */
  readonly containerVersion: Record<string, Record<string, unknown>>
}

/** A deputy, who decides requests and reviews access in place of somebody else. */
export interface Deputy {
  /** Id of the request or deputyship. */
  readonly id: string
  /** Username of the approver or reviewer. */
  readonly approver: string
  /** Username of the deputy. */
  readonly deputy: string
  /** Start of the deputyship. */
  readonly from: string
  /** End of the deputyship. */
  readonly until: string
}

/** Deputies. */
export interface DeputyList {
  /** The deputies. */
  readonly deputies: readonly Deputy[]
}

/** How a page is put together. */
export interface Explanation {
  /** Other origins that the page loads scripts from. These scripts can read everything that people type into the page. */
  readonly scripts: readonly string[]
  /** Id of the page or mail. */
  readonly page: string
  /** The theme in use. */
  readonly theme: {
    /** Its id. */
    readonly id: string
    /** Why this theme is used. */
    readonly why: 'forced' | 'application' | 'default'
    /** Its revision. */
    readonly revision: number
  }
  /** The language in use. */
  readonly locale: {
    /** The requested languages, in order of preference. */
    readonly asked: readonly string[]
    /** The locale in use, by the name of its folder. */
    readonly used: string
    /** Its language tag. */
    readonly language: string
    /** The writing direction. */
    readonly direction: 'ltr' | 'rtl'
  }
  /** Why the master’s page is shown instead of the theme’s. Null if the theme’s page is shown. */
  readonly fallback: string | null
  /** Number of times this happened on this node. */
  readonly fallbacks: number
  /** The files of the page. */
  readonly files: readonly {
    /** The role of the file. */
    readonly role: 'page' | 'subject' | 'header' | 'footer' | 'labels' | 'style'
    /** Its path. */
    readonly path: string
    /** Whether the file is from the theme or from the master. */
    readonly from: 'theme' | 'master'
  }[]
  /** Labels. */
  readonly labels: {
    /** Names that the page uses. */
    readonly used: readonly string[]
    /** Labels that are not defined anywhere. */
    readonly missing: readonly string[]
  }
  /** Macros. */
  readonly macros: {
    /** Names that the page uses. */
    readonly used: readonly string[]
    /** Macros that have no value on this page. */
    readonly withoutValue: readonly string[]
    /** Macros that do not exist. */
    readonly unknown: readonly string[]
  }
  /** Names of its repeats. */
  readonly repeats: readonly string[]
  /** The problems of the page. */
  readonly problems: readonly Problem[]
  /** The linter’s findings in the theme’s files of this page, most severe first. Null if the linter took longer than a second, and for unsaved files. */
  readonly findings: readonly LintFinding[] | null
  /** The content security policy of the page. */
  readonly policy: {
    /** The policy, as sent to browsers. */
    readonly text: string
    /** Origins that the policy allows because a file of the theme uses them. */
    readonly widened: readonly {
      /** The directive of the policy. */
      readonly directive: string
      /** The origin. */
      readonly origin: string
      /** Path of the file that uses it. */
      readonly by: string
    }[]
    /** Number of violations that browsers reported. */
    readonly violations: number
  }
}

/** A file that a revision changed. */
export interface FileChange {
  /** Path of the file below `templates`. */
  readonly path: string
  /** What happened to the file. */
  readonly kind: 'customized' | 'added' | 'changed' | 'reverted' | 'removed' | 'reviewed'
}

/** The files of a theme at a revision. */
export interface FileList {
  /** The files, sorted by path. */
  readonly files: readonly ListedFile[]
}

/** Number of findings of each severity, including findings that are not listed. */
export interface FindingCounts {
  /** Mistakes for which the service rejects the theme. */
  readonly fatal: number
  /** Mistakes that break something. */
  readonly error: number
  /** Probable mistakes. */
  readonly warning: number
  /** Possible improvements. */
  readonly recommendation: number
}

/** A user flow. */
export interface Flow {
  /** Its name in the address `/flows/?reference=<name>`. */
  readonly reference: string
  /** What it is for. */
  readonly kind: 'registration' | 'user_form'
  /** The number of its newest version. */
  readonly version: number
  /** Whether the flow is built in. Built-in flows can be reset but not removed. */
  readonly builtIn: boolean
  /** Whether the flow was changed from its default. */
  readonly designed: boolean
  /** When it was last changed. Null if it never was. */
  readonly updated: string | null
  /** Whether people need an invitation to register by themselves: because of the flow, or because registration is off. */
  readonly invitationOnly: boolean
  /** Who changed it last. Null if nobody did. */
  readonly updatedBy: string | null
  /** Display name of the author: the current name of the API client, or the username. Null if the API client was removed. */
  readonly updatedByName: string | null
  /** How many steps it has. */
  readonly steps: number
}

/** The user flows of the tenant. */
export interface FlowList {
  /** The flows. */
  readonly flows: readonly Flow[]
}

/** A mistake in a document. */
export interface FlowMistake {
  /** The place in the document, as a JSON Pointer. Empty for the whole document. */
  readonly path: string
  /** What is wrong, and how to fix it. */
  readonly reason: string
  /** Whether this is only a warning: the document can be published. */
  readonly warning: boolean
}

/** The result of a check. */
export interface FlowMistakes {
  /** Whether the document can be published. */
  readonly usable: boolean
  /** The mistakes. */
  readonly mistakes: readonly FlowMistake[]
}

/** A preview of a flow. */
export interface FlowPreview {
  /** Its id. */
  readonly id: string
  /** Address of the first page, to show in a frame. */
  readonly url: string
}

/** A version of a flow. */
export interface FlowVersion {
  /** Its number. */
  readonly version: number
  /** When it was published. */
  readonly at: string
  /** Who published it. */
  readonly author: string
  /** Display name of the author: the current name of the API client, or the username. Null if the API client was removed. */
  readonly authorName: string | null
  /** How the version was created. */
  readonly cause: 'published' | 'restored' | 'reset'
}

/** The versions of a flow, newest first. */
export interface FlowVersions {
  /** The versions. */
  readonly versions: readonly FlowVersion[]
}

/** An account or a group in the result of a search. */
export interface FoundHolder {
  /** Whether this is an account or a group. */
  readonly kind: 'account' | 'group'
  /** Id of the account or group. */
  readonly id: string
  /** Username of the account, or name of the group. */
  readonly name: string
  /** First and last name of the person. Null if unknown, and for groups. */
  readonly fullName: string | null
}

/** Accounts and groups. */
export interface FoundHolders {
  /** The accounts and groups, best match first. */
  readonly holders: readonly FoundHolder[]
}

/** How many registrations reach each step. */
export interface Funnel {
  /** The first day. */
  readonly from: string
  /** The last day. */
  readonly to: string
  /** How the figures are grouped. */
  readonly by: 'day' | 'theme' | 'application' | 'locale'
  /** The figures of all registrations. */
  readonly total: {
    /** Each step, compared with the step before it. */
    readonly steps: readonly {
      /** Name of the event. */
      readonly event: string
      /** Number of times the event happened. */
      readonly times: number
      /** Number of registrations in which the event happened. */
      readonly journeys: number
      /** Share of registrations that ended before this event, from 0 to 1. Null if there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
    /** Each field, compared with the start. */
    readonly fields: readonly {
      /** Name of the event. */
      readonly event: string
      /** Number of times the event happened. */
      readonly times: number
      /** Number of registrations in which the event happened. */
      readonly journeys: number
      /** Share of registrations that ended before this event, from 0 to 1. Null if there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
    /** Steps (`step_<id>`) and attributes (`field_<name>`) of your own flows, compared with the start. */
    readonly designed: readonly {
      /** Name of the event. */
      readonly event: string
      /** Number of times the event happened. */
      readonly times: number
      /** Number of registrations in which the event happened. */
      readonly journeys: number
      /** Share of registrations that ended before this event, from 0 to 1. Null if there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
  }
  /** The figures of each group. */
  readonly groups: readonly {
    /** The day, theme, application or language. */
    readonly group: string
    /** Each step, compared with the step before it. */
    readonly steps: readonly {
      /** Name of the event. */
      readonly event: string
      /** Number of times the event happened. */
      readonly times: number
      /** Number of registrations in which the event happened. */
      readonly journeys: number
      /** Share of registrations that ended before this event, from 0 to 1. Null if there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
    /** Each field, compared with the start. */
    readonly fields: readonly {
      /** Name of the event. */
      readonly event: string
      /** Number of times the event happened. */
      readonly times: number
      /** Number of registrations in which the event happened. */
      readonly journeys: number
      /** Share of registrations that ended before this event, from 0 to 1. Null if there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
    /** Steps (`step_<id>`) and attributes (`field_<name>`) of your own flows, compared with the start. */
    readonly designed: readonly {
      /** Name of the event. */
      readonly event: string
      /** Number of times the event happened. */
      readonly times: number
      /** Number of registrations in which the event happened. */
      readonly journeys: number
      /** Share of registrations that ended before this event, from 0 to 1. Null if there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
  }[]
}

/** The access of an account or a group. */
export interface GivenAccess {
  /** Whether this is an account or a group. */
  readonly kind: 'account' | 'group'
  /** Id of the account or group. */
  readonly id: string
  /** Username of the account, or name of the group. */
  readonly name: string
  /** First and last name of the person. Null if unknown, and for groups. */
  readonly fullName: string | null
  /** When access was given. */
  readonly since: string
  /** When access ends. Null if it does not end. */
  readonly until: string | null
  /** How access was given: by an administrator or API client (`given`), after a recent sign-in (`recent`), or by an approved request (`requested`). */
  readonly origin: 'given' | 'recent' | 'requested'
}

/** A group of people. Access that you give to the group applies to all its members. */
export interface Group {
  /** Id of the group. */
  readonly id: string
  /** Name of the group. */
  readonly name: string
  /** Number of members. */
  readonly members: number
}

/** Groups, sorted by name. */
export interface GroupList {
  /** Number of this page, from 1. */
  readonly page: number
  /** Maximum number of entries per page. */
  readonly limit: number
  /** Number of entries on all pages. */
  readonly total: number
  /** The groups. */
  readonly groups: readonly Group[]
}

/** A member of a group. */
export interface GroupMember {
  /** Id of the account. */
  readonly id: string
  /** Username of the account. */
  readonly userName: string
  /** First and last name of the person. Null if unknown, and for groups. */
  readonly fullName: string | null
  /** When they joined the group. */
  readonly since: string
}

/** Members of a group, sorted by username. */
export interface GroupMembers {
  /** Number of this page, from 1. */
  readonly page: number
  /** Maximum number of entries per page. */
  readonly limit: number
  /** Number of entries on all pages. */
  readonly total: number
  /** The members. */
  readonly members: readonly GroupMember[]
}

/** An identity source. */
export interface IdentitySource {
  /** Its id. */
  readonly id: string
  /** The preset for this kind of source. */
  readonly preset: 'openid' | 'google' | 'entra' | 'apple' | 'github'
  /** The name that people see. */
  readonly name: string
  /** Its name in other languages, by locale. */
  readonly names: Record<string, string>
  /** An image as a `data:` URL in base64, at most 16 KiB. Null for the preset’s icon. */
  readonly icon: string | null
  /** Whether people can use it. */
  readonly enabled: boolean
  /** The issuer or discovery URL. For GitHub, the address of GitHub. */
  readonly issuer: string
  /** The client id that the source gave to Tabard. */
  readonly clientId: string
  /** How Tabard authenticates at the source: with a secret, with a private key, or with PKCE only. */
  readonly authentication: 'secret' | 'key' | 'none'
  /** Id of the private key. */
  readonly keyId: string | null
  /** The team id at Apple. */
  readonly teamId: string | null
  /** The requested scopes. */
  readonly scopes: readonly string[]
  /** The claim for each attribute, such as `name.first` for `givenName`. */
  readonly claims: Record<string, string>
  /** Only people with a verified address in one of these domains may use the source. If empty, everybody may. */
  readonly allowedDomains: readonly string[]
  /** People with a verified address in one of these domains are linked with the account that has this address. */
  readonly trustedDomains: readonly string[]
  /** People who enter an address in one of these domains are sent to the source. */
  readonly routedDomains: readonly string[]
  /** Whether an account is created when a person signs in for the first time. */
  readonly creates: boolean
  /** Whether people can link an existing account after they have signed in to it. */
  readonly links: boolean
  /** Whether signing out of Tabard also signs people out of the source. */
  readonly signsOut: boolean
  /** Values of the claim `amr` that count as a second factor. */
  readonly factorAmr: readonly string[]
  /** Values of the claim `acr` that count as a second factor. */
  readonly factorAcr: readonly string[]
  /** Whether a secret or a private key is stored. */
  readonly hasSecret: boolean
  /** The redirect URI to register at the source. */
  readonly redirectUri: string
  /** The back-channel logout URI to register at the source. */
  readonly logoutUri: string
  /** When it was added. */
  readonly createdAt: string
  /** When it was last changed. */
  readonly updatedAt: string
}

/** All identity sources. */
export interface IdentitySourceList {
  /** The sources, in the order in which they were added. */
  readonly sources: readonly IdentitySource[]
}

/** A test of an identity source. It does not sign anybody in. */
export interface IdentitySourceTest {
  /** Its id. */
  readonly id: string
  /** Address to sign in at the source. Null if the test has ended. */
  readonly address: string | null
  /** The steps so far. */
  readonly steps: readonly IdentitySourceTestStep[]
  /** Why the test failed. Null if it did not fail. */
  readonly problem: string | null
  /** Id of the person who signed in. Null if nobody has yet. */
  readonly subject: string | null
  /** The values that an account would get from the claims, by attribute. */
  readonly person: Record<string, string>
}

/** A step of an exchange with an identity source. */
export interface IdentitySourceTestStep {
  /** Its name. */
  readonly step: string
  /** Details of the step, without secrets, codes and tokens. */
  readonly details: Record<string, string>
}

/** An invitation to register. It is valid for one account. */
export interface Invitation {
  /** E-mail address of the person, which they register with. */
  readonly email: string
  /** The link to register with, which is shown only once. */
  readonly link: string
  /** When it expires. */
  readonly expires: string
}

/** Limits on what a tenant can store and a client can send. */
export interface Limits {
  /** Bytes of an archive. */
  readonly archive: number
  /** Total bytes of the files in an archive. */
  readonly expanded: number
  /** Bytes of a file. */
  readonly file: number
  /** Entries of an archive. */
  readonly entries: number
  /** Maximum ratio of the content’s size to the archive’s size. */
  readonly ratio: number
  /** Characters of a path. */
  readonly path: number
  /** Characters of a segment of a path. */
  readonly segment: number
  /** Segments of a path. */
  readonly levels: number
  /** Themes of a tenant. */
  readonly themes: number
  /** Revisions of a theme that are kept. */
  readonly revisions: number
  /** Limits for one template. They cannot be changed. */
  readonly template: {
    /** Bytes of the files that a page is made from. */
    readonly sources: number
    /** Characters of a page with header, footer and labels. */
    readonly page: number
    /** Bytes of a page with its values. */
    readonly output: number
    /** Elements and comments. */
    readonly elements: number
    /** Words and the spaces between them. */
    readonly texts: number
    /** Attributes. */
    readonly attributes: number
    /** Attributes of one element. */
    readonly attributesOfElement: number
    /** Levels of elements. */
    readonly depth: number
    /** Macros, labels and repeats. */
    readonly constructs: number
    /** Labels in the label files of a language. */
    readonly labels: number
    /** Characters of these labels. */
    readonly labelTexts: number
    /** Style sheets of the theme that a page uses. */
    readonly sheets: number
    /** Other origins that a page loads scripts from. */
    readonly scriptOrigins: number
    /** Characters of the subject of a mail, and of its sender. */
    readonly subject: number
    /** Languages of a theme. */
    readonly locales: number
    /** Bytes of the content security policy. */
    readonly policy: number
    /** Seconds of processor time for compiling a page. */
    readonly seconds: number
    /** Seconds for all slow pages of a theme, in all languages. */
    readonly secondsOfTheme: number
    /** MiB of memory for compiling. */
    readonly memory: number
  }
}

/** A finding of the linter. */
export interface LintFinding {
  /** Id of the rule, which never changes. */
  readonly rule: string
  /** Severity of the finding. */
  readonly severity: 'fatal' | 'error' | 'warning' | 'recommendation'
  /** Path of the file below `templates`; empty for the theme as a whole. */
  readonly file: string
  readonly start: LintPlace
  readonly end: LintPlace
  /** What is wrong, and how to fix it. */
  readonly message: string
  /** Address of the rule’s documentation. */
  readonly docs: string
  /** Ids of the affected pages and mails. */
  readonly pages?: readonly string[] | undefined
  /** The affected languages. Absent if all languages are affected. */
  readonly locales?: readonly string[] | undefined
  /** The affected states of the page. Absent if all states are affected. */
  readonly states?: readonly string[] | undefined
  /** An automatic fix. */
  readonly fix?:
    | {
        /** What it does. */
        readonly title: string
        readonly edits:
          | 'remove'
          | readonly {
              /** Start of the replaced text, in UTF-16 code units from 0. */
              readonly start: number
              /** End of the replaced text, exclusive. */
              readonly end: number
              /** The new text. */
              readonly text: string
            }[]
      }
    | undefined
}

/** A place in a text file. */
export interface LintPlace {
  /** Line, from 1. */
  readonly line: number
  /** Column in UTF-16 code units, from 1. */
  readonly column: number
}

/** The findings in a theme. */
export interface LintReport {
  /** The findings, most severe first. */
  readonly findings: readonly LintFinding[]
  readonly counts: FindingCounts
}

/** The rules of the linter. */
export interface LintRules {
  /** The rules, sorted by id. */
  readonly rules: readonly {
    /** Id of the rule, which never changes. */
    readonly id: string
    /** Default severity of its findings. */
    readonly severity: 'fatal' | 'error' | 'warning' | 'recommendation'
    /** Whether its findings can have an automatic fix. */
    readonly fixable: boolean
    /** Whether only `tabard lint --browser` checks this rule, and not the service. */
    readonly browser: boolean
    /** What it finds. */
    readonly title: string
    /** Why it matters and what to do instead, in Markdown. */
    readonly reason: string
    /** Address of its documentation. */
    readonly docs: string
  }[]
}

/** A file of a theme. */
export interface ListedFile {
  /** Path of the file below `templates`. */
  readonly path: string
  /** Whether the file is from the master, customized or added. */
  readonly state: 'master' | 'customized' | 'added'
  /** SHA-256 of the content. */
  readonly digest: string
  /** Bytes of the content. */
  readonly size: number
  /** Present if the original of a customized file has changed since the file was made from it. */
  readonly outdatedBase?:
    | {
        /** Digest of the original that the file was made from. Null if the master had no such file. */
        readonly from: string | null
        /** Digest of the current original. Null if the master has no such file. */
        readonly to: string | null
      }
    | undefined
}

/** A macro of a template. */
export interface Macro {
  /** The name. In a template, it stands between at signs. */
  readonly name: string
  /** The kind of value. */
  readonly kind: 'text' | 'number' | 'json' | 'address' | 'markup' | 'switch'
  /** The meaning of the value. */
  readonly meaning: string
}

/** A theme that was created. */
export interface MadeTheme {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** Description of the theme. */
  readonly description: string | null
}

/** A label or a macro, with its place. */
export interface NamedPlace {
  /** Its name. */
  readonly name: string
  /** Path of the file. */
  readonly file: string
  /** Line in the file, from 1. */
  readonly line: number
}

/** An element of a page, and where it comes from. */
export interface PageElement {
  /** Name of the element. */
  readonly tag: string
  /** Path of the file. */
  readonly file: string
  /** Line in the file, from 1. */
  readonly line: number
  /** Labels in the element. */
  readonly labels: readonly NamedPlace[]
  /** Macros in the element. */
  readonly macros: readonly NamedPlace[]
}

/** A version of a flow with its document. */
export interface PastFlow {
  /** The reference of the flow. */
  readonly reference: string
  /** Its number. */
  readonly version: number
  /** The flow. Its schema is at `/v1.0/tabard/schemas/flow`. */
  readonly document: Record<string, unknown>
}

/** People with access, sorted by username. */
export interface PeopleAccess {
  /** Number of this page, from 1. */
  readonly page: number
  /** Maximum number of entries per page. */
  readonly limit: number
  /** Number of entries on all pages. */
  readonly total: number
  /** One entry for each way in which a person has access. */
  readonly people: readonly PersonAccess[]
}

/** Somebody with an account. */
export interface Person {
  /** Id of the account. */
  readonly id: string
  /** Username of the account. */
  readonly userName: string
  /** First and last name of the person. Null if unknown, and for groups. */
  readonly fullName: string | null
  /** The status of the account. `waiting` means that the person has registered and needs approval. */
  readonly status: 'active' | 'waiting' | 'disabled'
  /** Id of the supervisor’s account. Null if they have no supervisor. */
  readonly supervisorId: string | null
  /** Username of the supervisor. */
  readonly supervisor: string | null
  /** First and last name of the person. Null if unknown, and for groups. */
  readonly supervisorFullName: string | null
  /** Values of the tenant’s own attributes, by name. */
  readonly attributes: Record<string, string>
}

/** One way in which somebody has access. */
export interface PersonAccess {
  /** Id of the account. */
  readonly id: string
  /** Username of the account. */
  readonly userName: string
  /** First and last name of the person. Null if unknown, and for groups. */
  readonly fullName: string | null
  /** Id of the group that gives them access. Null if they have access directly. */
  readonly groupId: string | null
  /** Name of the group. */
  readonly groupName: string | null
  /** When access was given. */
  readonly since: string
  /** When access ends. Null if it does not end. */
  readonly until: string | null
  /** How access was given: by an administrator or API client (`given`), after a recent sign-in (`recent`), or by an approved request (`requested`). */
  readonly origin: 'given' | 'recent' | 'requested'
}

/** People, sorted by username. */
export interface PersonList {
  /** Number of this page, from 1. */
  readonly page: number
  /** Maximum number of entries per page. */
  readonly limit: number
  /** Number of entries on all pages. */
  readonly total: number
  /** The members. */
  readonly people: readonly Person[]
}

/** What a package would do to a theme. */
export interface Plan {
  /** Other origins from which changed pages load scripts, new ones first. These scripts can read everything that people type into the page, including passwords. */
  readonly scripts: readonly {
    /** The origin of the scripts. */
    readonly origin: string
    /** Ids of pages that do not load scripts from it today. */
    readonly newOn: readonly string[]
    /** Ids of pages that already load scripts from it today. */
    readonly alreadyOn: readonly string[]
  }[]
  /** Whether the package replaces the whole theme. */
  readonly whole: boolean
  /** Files that the theme does not have yet. */
  readonly added: readonly string[]
  /** Files whose content changes. */
  readonly changed: readonly string[]
  /** Files that do not change. */
  readonly unchanged: readonly string[]
  /** Files that are outdated after the upload: their original has changed since they were made from it. */
  readonly outdatedBases: readonly {
    /** Path of the file below `templates`. */
    readonly path: string
    /** Digest of the original that the file was made from. Null if the master had no such file. */
    readonly from: string | null
    /** Digest of the current original. Null if the master has no such file. */
    readonly to: string | null
  }[]
  /** Files that are removed. */
  readonly removed: readonly string[]
  /** Entries of the archive that are ignored. */
  readonly ignored: readonly string[]
  /** Files that equal a file of an earlier master. They are not stored: the theme uses the files of the current master. */
  readonly outdated: readonly string[]
  /** Files that no page, mail or address uses. Check their names. */
  readonly neverShown: readonly string[]
  /** Macros that do not exist. They stay in the page as they are written. */
  readonly unknownMacros: readonly {
    /** Name of the macro. */
    readonly name: string
    /** Path of the file. */
    readonly file: string
    /** Line in the file, from 1. */
    readonly line: number
  }[]
  /** Addresses in style sheets of the theme for which there is no file. */
  readonly lostAddresses: readonly {
    /** Path of the style sheet. */
    readonly file: string
    /** Line in the file, from 1. */
    readonly line: number
    /** The address as it is written. */
    readonly address: string
  }[]
  /** Origins from which pages did not load anything before. */
  readonly widened: readonly {
    /** The directive of the content security policy. */
    readonly directive: string
    /** The origin. */
    readonly origin: string
    /** Ids of the pages. */
    readonly pages: readonly string[]
  }[]
  /** Pages that cannot be compiled or lack a required part. People would see the master’s page instead, always or in some states. */
  readonly unusable: readonly {
    /** Id of the page or mail. */
    readonly page: string
    /** The language. */
    readonly locale: string
    /** What is wrong. */
    readonly why: string
  }[]
  /** New findings of the linter after the upload. */
  readonly findings: {
    /** Whether the linter finished in time. If not, there may be more findings. */
    readonly checked: boolean
    readonly counts: FindingCounts
    /** The new findings, most severe first; at most 200. */
    readonly added: readonly LintFinding[]
  }
  /** Pages that were not checked, because the package changes too many. Empty if everything was checked. */
  readonly notChecked: readonly {
    /** The language. */
    readonly locale: string
    /** Number of pages and mails that were not checked in this language. */
    readonly pages: number
  }[]
}

/** A preview with unsaved files. */
export interface Preview {
  /** The key to this preview. It expires after 15 minutes. */
  readonly id: string
  /** Id of the underlying theme. */
  readonly theme: string
  /** Address of the page. It needs no token. */
  readonly url: string
  /** Why the master’s page is shown instead of the theme’s. Null if the theme’s page is shown. */
  readonly fallback: string | null
  /** The problems of the page. */
  readonly problems: readonly Problem[]
  /** The elements of the page, in order. */
  readonly elements: readonly PageElement[]
}

/** A problem in a template. */
export interface Problem {
  /** What is wrong. */
  readonly what:
    | 'unknown macro'
    | 'missing label'
    | 'include cycle'
    | 'uneven repeat'
    | 'broad policy'
    | 'over a bound'
    | 'missing part'
    | 'missing value'
  /** Name of the macro, label, file, repeat, policy directive or limit. */
  readonly name: string
  /** Path of the file. */
  readonly file: string
  /** Line in the file, from 1. */
  readonly line: number
}

/** What a push does besides writing the files of its archive. */
export interface PushConfiguration {
  /** Files to revert to the master; files that the master does not have are removed. */
  readonly reverts?: readonly string[] | undefined
  /** Customized files that you have compared with their current originals. They are no longer outdated. */
  readonly reviewed?: readonly string[] | undefined
  /** A message for the revision: up to 1,000 characters. */
  readonly message?: string | null | undefined
  /** The repository that you push from. The service remembers the common state of both. */
  readonly source?:
    | {
        /** 1 to 300 characters, such as `github.com/acme/brand`. */
        readonly name: string
        /** Files in which the repository differs from the theme after the push. */
        readonly except?: readonly string[] | undefined
      }
    | undefined
}

/** A theme after a push. */
export interface PushedTheme {
  /** The newest revision. If the push changed nothing, it is the same as before. */
  readonly revision: number
  /** What the push changed. */
  readonly changes: readonly FileChange[]
  /** Entries of the archive that were ignored. */
  readonly ignored: readonly string[]
  /** Files that equal a file of an earlier master. They are not stored: the theme uses the files of the current master. */
  readonly outdated: readonly string[]
  /** Files that no page, mail or address uses. */
  readonly neverShown: readonly string[]
}

/** A person in a request. */
export interface RequestPerson {
  /** Id of the account. */
  readonly id: string
  /** Username at the time of the request. */
  readonly userName: string
  /** First and last name. Null if unknown, or if the account was deleted. */
  readonly fullName: string | null
}

/** A step in the history of a request. */
export interface RequestTurn {
  /** What happened. */
  readonly turn: 'ask' | 'more' | 'answer' | 'approve' | 'reject' | 'withdraw' | 'expire' | 'close'
  /** When. */
  readonly at: string
  /** A username, an API client or `command line`. Null if a deadline or a removal was the cause. */
  readonly by: string | null
  /** Their role in the request, such as `approver`. */
  readonly part: string | null
  /** Their comment. May be empty. */
  readonly comment: string
}

/** The result of a reminder. */
export interface ReviewReminder {
  /** Whether a mail was sent. No mail is sent within 12 hours of the last one, or if nothing is left to do. */
  readonly sent: boolean
}

/** A revision of a theme. */
export interface Revision {
  /** Number of the revision. */
  readonly revision: number
  /** When it was created. */
  readonly at: string
  /** `client:` and the id of an API client, or `account:` and a username. */
  readonly author: string
  /** Display name of the author: the current name of the API client, or the username. Null if the API client was removed. */
  readonly authorName: string | null
  /** How the revision was created. */
  readonly cause:
    | 'create'
    | 'replace'
    | 'configure'
    | 'write file'
    | 'write files'
    | 'push'
    | 'revert file'
    | 'restore'
    | 'reset'
    | 'analytics'
  /** The files that it changed. */
  readonly changes: readonly FileChange[]
  /** The author’s message. */
  readonly message: string | null
}

/** The revisions of a theme. */
export interface RevisionList {
  /** The revisions, newest first. */
  readonly revisions: readonly Revision[]
}

/** The name, version and addresses of the service. */
export interface Service {
  /** Always `tabard`. */
  readonly service: string
  /** Its version. */
  readonly version: string
  /** What it does. */
  readonly description: string
  /** Address of the themes. */
  readonly themes: string
  /** Address of the token endpoint. */
  readonly token: string
  /** Address of the limits. */
  readonly limits: string
  /** Address of this description. */
  readonly openapi: string
  /** Address of the documentation. */
  readonly docs: string
  /** Addresses of the health checks. */
  readonly health: readonly string[]
}

/** The health of the service. */
export interface Status {
  /** `alive` or `ready`. */
  readonly status: string
}

/** The analytics settings of a theme’s registration pages. */
export interface ThemeAnalytics {
  /** Id of the tag manager container on the registration pages. Null for none. */
  readonly container: string | null
  /** Whether the tag manager may evaluate text as script (`unsafe-eval`). */
  readonly eval: boolean
  /** Whether the registration pages send their events to Tabard. */
  readonly firstParty: boolean
  /** Whether the container was inserted by hand, not by the service. */
  readonly byHand: boolean
}

/** The settings of a theme. Settings that are absent do not change. */
export interface ThemeConfiguration {
  /** The name: 1 to 128 characters, trimmed. Names must differ in more than upper and lower case. Required for a new theme. */
  readonly name?: string | undefined
  /** The description: up to 1,024 characters. Null or an empty string removes it. */
  readonly description?: string | null | undefined
}

/** A theme with every file. */
export interface ThemeDetails {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** Description of the theme. */
  readonly description: string | null
  /** Number of the newest revision. */
  readonly revision: number
  /** When the newest revision was created. */
  readonly updatedAt: string
  /** Author of the newest revision: `client:` and the id of an API client, or `account:` and a username. */
  readonly updatedBy: string | null
  /** Display name of the author: the current name of the API client, or the username. Null if the API client was removed. */
  readonly updatedByName: string | null
  /** Number of files that differ from the master. */
  readonly customized: number
  /** The applications that use the theme. */
  readonly applications: readonly ApplicationName[]
  /** The files, sorted by path. */
  readonly files: readonly ListedFile[]
}

/** One page of the list of themes. */
export interface ThemeList {
  /** Number of entries in this response. */
  readonly count: number
  /** Maximum number of entries per page. */
  readonly limit: number
  /** Number of this page, from 1. */
  readonly page: number
  /** Number of entries on all pages. */
  readonly total: number
  /** The themes, sorted by name, with `default` last. */
  readonly themeRegistrations: readonly ThemeRegistration[]
}

/** A theme, as the branding REST API lists it. */
export interface ThemeRegistration {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** Description of the theme. Absent if there is none. */
  readonly description?: string | undefined
}

/** The common state of a theme and a repository. */
export interface ThemeSource {
  /** Name of the repository. */
  readonly name: string
  /** The revision after the last push. Null if there was none. */
  readonly revision: number | null
  /** Time of the last push. Null if there was none. */
  readonly pushedAt: string | null
  /** Digests of customized files by path. */
  readonly files: Record<string, string | null>
}

/** One page of the list of themes, with details that the branding REST API does not return. */
export interface ThemeSummaries {
  /** Number of entries in this response. */
  readonly count: number
  /** Maximum number of entries per page. */
  readonly limit: number
  /** Number of this page, from 1. */
  readonly page: number
  /** Number of entries on all pages. */
  readonly total: number
  /** The themes, sorted by name, with `default` last. */
  readonly themes: readonly ThemeSummary[]
}

/** A theme, with its newest revision and the applications that use it. */
export interface ThemeSummary {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** Description of the theme. */
  readonly description: string | null
  /** Number of the newest revision. */
  readonly revision: number
  /** When the newest revision was created. */
  readonly updatedAt: string
  /** Author of the newest revision: `client:` and the id of an API client, or `account:` and a username. */
  readonly updatedBy: string | null
  /** Display name of the author: the current name of the API client, or the username. Null if the API client was removed. */
  readonly updatedByName: string | null
  /** Number of files that differ from the master. */
  readonly customized: number
  /** The applications that use the theme. */
  readonly applications: readonly ApplicationName[]
}

/** A user flow with its document. */
export interface WholeFlow {
  /** Its name in the address `/flows/?reference=<name>`. */
  readonly reference: string
  /** What it is for. */
  readonly kind: 'registration' | 'user_form'
  /** The number of its newest version. */
  readonly version: number
  /** Whether the flow is built in. Built-in flows can be reset but not removed. */
  readonly builtIn: boolean
  /** Whether the flow was changed from its default. */
  readonly designed: boolean
  /** When it was last changed. Null if it never was. */
  readonly updated: string | null
  /** Whether people need an invitation to register by themselves: because of the flow, or because registration is off. */
  readonly invitationOnly: boolean
  /** Who changed it last. Null if nobody did. */
  readonly updatedBy: string | null
  /** Display name of the author: the current name of the API client, or the username. Null if the API client was removed. */
  readonly updatedByName: string | null
  /** The flow. Its schema is at `/v1.0/tabard/schemas/flow`. */
  readonly document: Record<string, unknown>
  /** The mistakes and warnings in the document. */
  readonly mistakes: readonly FlowMistake[]
}

/** A request with its history. */
export interface WholeRequest {
  /** Id of the request or deputyship. */
  readonly id: string
  /** State of the request. */
  readonly state: 'waiting' | 'more-wanted' | 'approved' | 'rejected' | 'withdrawn' | 'expired' | 'closed'
  /** Id of the application. */
  readonly applicationId: string
  /** Name of the application at the time of the request. */
  readonly applicationName: string
  readonly requester: RequestPerson
  readonly person: RequestPerson
  /** The justification. */
  readonly justification: string
  /** When the requested access ends. Null if it does not end. */
  readonly until: string | null
  /** When it was made. */
  readonly asked: string
  /** When the request expires if nobody decides. */
  readonly expires: string
  /** When the request was decided or ended. Null while it is open. */
  readonly decided: string | null
  /** Who decided or withdrew it: a username, an API client or `command line`. Null if a deadline or a removal ended it. */
  readonly decidedBy: string | null
  /** Their comment. May be empty. */
  readonly decisionComment: string
  /** The history, oldest first. */
  readonly turns: readonly RequestTurn[]
}

/** A theme after a write. */
export interface WrittenTheme {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** Description of the theme. Absent if there is none. */
  readonly description?: string | undefined
  /** Entries of the archive that were ignored. Absent if there are none. */
  readonly ignored?: readonly string[] | undefined
  /** Files that equal a file of an earlier master. They are not stored: the theme uses the files of the current master. */
  readonly outdated?: readonly string[] | undefined
  /** Files that no page, mail or address uses. Absent if there are none. */
  readonly neverShown?: readonly string[] | undefined
  /** The name that was sent for the default theme. It is ignored, because the default theme cannot be renamed. Absent otherwise. */
  readonly nameIgnored?: string | undefined
}
