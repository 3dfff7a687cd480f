// Made from the description of the calls by npm run client.

/** Who may use an application. */
export interface Access {
  /** Who may use it: everybody (`open`), those who were given access while others can ask (`request`), or only those (`assigned`). */
  readonly mode: 'open' | 'request' | 'assigned'
  /** Who approves requests. */
  readonly approvers: readonly AccessHolder[]
  /** Whether people may ask for access for others. */
  readonly requestsForOthers: boolean
  /** Which page. */
  readonly page: number
  /** How many a page holds. */
  readonly limit: number
  /** How many there are. */
  readonly total: number
  /** Access that was given: groups first, each by name. */
  readonly access: readonly GivenAccess[]
  /** How many people keep access because they signed in recently, where that was wanted. */
  readonly kept?: number | undefined
}

/** An account or a group. */
export interface AccessHolder {
  /** What has it. */
  readonly kind: 'account' | 'group'
  /** Id of the account or group. */
  readonly id: string
  /** Username of the account, or name of the group. */
  readonly name: string
}

/** Applications, by name. */
export interface AccessList {
  /** Which page. */
  readonly page: number
  /** How many a page holds. */
  readonly limit: number
  /** How many there are. */
  readonly total: number
  /** The applications. */
  readonly applications: readonly ApplicationAccess[]
}

/** A request for access to an application. */
export interface AccessRequest {
  /** Its id. */
  readonly id: string
  /** What became of it. */
  readonly state: 'waiting' | 'more-wanted' | 'approved' | 'rejected' | 'withdrawn' | 'expired' | 'closed'
  /** Id of the application. */
  readonly applicationId: string
  /** The name that the application had then. */
  readonly applicationName: string
  readonly requester: RequestPerson
  readonly person: RequestPerson
  /** Why it is asked for. */
  readonly justification: string
  /** When the access would end; null where it would not. */
  readonly until: string | null
  /** When it was made. */
  readonly asked: string
  /** When it expires unless somebody decides. */
  readonly expires: string
  /** When it was decided or ended some other way; null while it is open. */
  readonly decided: string | null
  /** Who decided or withdrew it: username, API client or `command line`; null if a deadline or a removal ended it. */
  readonly decidedBy: string | null
  /** What they said; may be empty. */
  readonly decisionComment: string
}

/** Requests, newest first. */
export interface AccessRequestList {
  /** Which page. */
  readonly page: number
  /** How many a page holds. */
  readonly limit: number
  /** How many there are. */
  readonly total: number
  /** The requests. */
  readonly requests: readonly AccessRequest[]
}

/** An account that is linked with somebody at an identity source. */
export interface AccountLink {
  /** Id of the source. */
  readonly source: string
  /** Name of the source. */
  readonly sourceName: string
  /** Id of the person there. */
  readonly subject: string
  /** The address that the source told last. */
  readonly email: string | null
  /** How it was created: with the account at the first visit, by a person who proved that the account is theirs, by an administrator, or through a trusted address. */
  readonly origin: 'created' | 'proved' | 'given' | 'trusted'
  /** When it was made. */
  readonly createdAt: string
  /** When it was last used; null: never. */
  readonly usedAt: string | null
}

/** The links of an account. */
export interface AccountLinks {
  /** Id of the account. */
  readonly id: string
  /** Username of the account. */
  readonly userName: string
  /** The oldest first. */
  readonly links: readonly AccountLink[]
}

/** How many people were added. */
export interface AddedMembers {
  /** How many were not in the group before. */
  readonly added: number
}

/** An application, and who may use it. */
export interface ApplicationAccess {
  /** Id of the application. */
  readonly id: string
  /** Name of the application. */
  readonly name: string
  /** Who may use it: everybody (`open`), those who were given access while others can ask (`request`), or only those (`assigned`). */
  readonly mode: 'open' | 'request' | 'assigned'
}

/** An application, by name. */
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

/** The attributes that the tenant has added. */
export interface AttributeList {
  /** The attributes. */
  readonly attributes: readonly Record<string, unknown>[]
}

/** A certification campaign. */
export interface Campaign {
  /** Its id. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** What it is about. */
  readonly description: string | null
  /** What became of it. */
  readonly state: 'scheduled' | 'starting' | 'running' | 'ending' | 'ended' | 'cancelled'
  /** The applications whose access is reviewed. */
  readonly applications: readonly CampaignApplication[]
  /** When it starts or started, as planned. */
  readonly starts: string
  /** When it ends. */
  readonly ends: string
  /** Accounts and groups, such as `group:managers`. If empty, supervisors review their own people. */
  readonly reviewers: readonly string[]
  /** Who follows the campaign, and takes over reviews that are overdue. */
  readonly supervisors: readonly string[]
  /** What happens at the end to access that nobody decided about. */
  readonly openItems: 'keep' | 'revoke'
  /** Whether reviewers sign their decisions off. */
  readonly signOff: boolean
  /** Reviewers are reminded after so many days, again and again; 0: never. */
  readonly remindDays: number
  /** The number of days before the end when unfinished reviews go to the supervisors; 0 for never. */
  readonly escalateDays: number
  /** It is repeated after so many months; 0: it is not. */
  readonly repeatMonths: number
  /** Id of the campaign that it repeats. */
  readonly previous: string | null
  /** When it was planned. */
  readonly created: string
  /** Who planned it. */
  readonly createdBy: string
  /** When it started; null before. */
  readonly started: string | null
  /** When it ended; null before. */
  readonly ended: string | null
  /** SHA-256 digest of the report as CSV, once it has ended. */
  readonly digest: string | null
  /** What has been decided so far. */
  readonly totals: {
    /** How many people have access that is reviewed; somebody counts once for each application. */
    readonly items: number
    /** How many keep access, as far as it is decided. */
    readonly kept: number
    /** How many lose it. */
    readonly revoked: number
    /** How many had their account removed before anybody decided. */
    readonly gone: number
    /** How many reviews there are: one for each reviewer and application. */
    readonly reviews: number
    /** How many of them are signed off. */
    readonly signed: number
  }
}

/** An application in a campaign. */
export interface CampaignApplication {
  /** Id of the application. */
  readonly id: string
  /** The name that it had when the campaign was planned. */
  readonly name: string
}

/** How a campaign differs from the last one; empty where there was none. */
export interface CampaignComparison {
  readonly earlier?: Campaign | undefined
  /** How many have access now who had none then. */
  readonly added?: number | undefined
  /** How many had access then who have none now. */
  readonly removed?: number | undefined
  /** How many are in both. */
  readonly both?: number | undefined
  /** Of both: kept then, revoked now. */
  readonly keptThenRevoked?: number | undefined
  /** Of both: revoked then, kept now. */
  readonly revokedThenKept?: number | undefined
}

/** Campaigns, newest first. */
export interface CampaignList {
  /** Which page. */
  readonly page: number
  /** How many a page holds. */
  readonly limit: number
  /** How many there are. */
  readonly total: number
  /** The campaigns. */
  readonly campaigns: readonly Campaign[]
}

/** What a campaign would be if it started now. */
export interface CampaignPreview {
  /** How many items there would be. */
  readonly items: number
  /** Reviewers with how many items they would get of each application, in the order of the applications. */
  readonly reviewers: readonly {
    /** Id of the account. */
    readonly id: string
    /** Username. */
    readonly userName: string
    /** Numbers of items. */
    readonly items: readonly number[]
  }[]
  /** How many items nobody can review. */
  readonly without: number
  /** Some of them. */
  readonly withoutReviewer: readonly {
    /** Username. */
    readonly userName: string
    /** Name of the application. */
    readonly application: string
  }[]
}

/** What one person reviews of one application. */
export interface CampaignReview {
  /** Its id. */
  readonly id: string
  /** Id of the application. */
  readonly applicationId: string
  /** Name of the application. */
  readonly applicationName: string
  /** Username of the reviewer; null where nobody can review. */
  readonly reviewer: string | null
  /** Username of who reviewed before. */
  readonly former: string | null
  /** Why it was passed on. */
  readonly reason: string | null
  /** How many people have access that is reviewed; somebody counts once for each application. */
  readonly items: number
  /** How many keep access, as far as it is decided. */
  readonly kept: number
  /** How many lose it. */
  readonly revoked: number
  /** How many had their account removed before anybody decided. */
  readonly gone: number
  /** When its reviewer was last reminded. */
  readonly reminded: string | null
  /** When it was given to a supervisor because it was overdue. */
  readonly escalated: string | null
  /** When it was signed off. */
  readonly signed: string | null
  /** Username of whoever signed it off: the reviewer, or a deputy. */
  readonly signedBy: string | null
  /** When its application was removed. */
  readonly closed: string | null
}

/** Reviews by the username of the reviewer. */
export interface CampaignReviewList {
  /** Which page. */
  readonly page: number
  /** How many a page holds. */
  readonly limit: number
  /** How many there are. */
  readonly total: number
  /** The reviews. */
  readonly reviews: readonly CampaignReview[]
}

/** All pages and mails. */
export interface Catalogue {
  /** What pages have to do with, in the order in which people get to them. */
  readonly groups: readonly string[]
  /** What every page and mail can show. */
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
  /** What it is for. */
  readonly meaning: string
  /** Situations that it can be shown in; the first is the usual one. */
  readonly states: readonly string[]
  /** What each state is about. */
  readonly situations: Record<string, string>
  /** Its templates, without the folder of the locale. */
  readonly files: readonly string[]
  /** What it can show. */
  readonly macros: readonly Macro[]
  /** Parts that are repeated for each row. */
  readonly repeats: readonly {
    /** Its name. */
    readonly name: string
    /** What a row can show. */
    readonly macros: readonly Macro[]
  }[]
}

/** A page that people see. */
export interface CataloguePage {
  /** Id of the page or mail. */
  readonly id: string
  /** What it is for. */
  readonly meaning: string
  /** Situations that it can be shown in; the first is the usual one. */
  readonly states: readonly string[]
  /** What each state is about. */
  readonly situations: Record<string, string>
  /** Its templates, without the folder of the locale. */
  readonly files: readonly string[]
  /** What it can show. */
  readonly macros: readonly Macro[]
  /** Parts that are repeated for each row. */
  readonly repeats: readonly {
    /** Its name. */
    readonly name: string
    /** What a row can show. */
    readonly macros: readonly Macro[]
  }[]
  /** What it has to do with. */
  readonly group: string
}

/** Files after a write. */
export interface ChangedFiles {
  /** The revision of the theme. */
  readonly revision: number
  /** Their new tags, by path. A file that is gone has none. */
  readonly etags: Record<string, string>
  /** How many findings these files have now. Absent where the linter did not answer within a second. */
  readonly findings?: FindingCounts | undefined
}

/** What differs between two revisions. */
export interface Comparison {
  /** By path. */
  readonly differences: readonly {
    /** Path of the file below `templates`. */
    readonly path: string
    /** How it differs. */
    readonly kind: 'added' | 'removed' | 'changed'
    /** Digest of the content before; null where there was no such file. */
    readonly from: string | null
    /** Digest of the content after; null where there is no such file. */
    readonly to: string | null
  }[]
}

/** A container of a tag manager. */
export interface Container {
  /** Always 2. */
  readonly exportFormatVersion: number
  /** Always the same, so that two containers can be compared. */
  readonly exportTime: string
  /** Its tags, triggers and variables. */
  readonly containerVersion: Record<string, Record<string, unknown>>
}

/** Who decides about requests, and reviews access, in place of somebody else. */
export interface Deputy {
  /** Its id. */
  readonly id: string
  /** Username of the approver or reviewer. */
  readonly approver: string
  /** Username of whoever decides in their place. */
  readonly deputy: string
  /** When it begins. */
  readonly from: string
  /** When it ends. */
  readonly until: string
}

/** Deputies. */
export interface DeputyList {
  /** The deputies. */
  readonly deputies: readonly Deputy[]
}

/** How a page came to be. */
export interface Explanation {
  /** Other origins that the page loads scripts from. Such a script can read everything that people type into the page. */
  readonly scripts: readonly string[]
  /** Id of the page or mail. */
  readonly page: string
  /** The theme in use. */
  readonly theme: {
    /** Its id. */
    readonly id: string
    /** Why it is this one. */
    readonly why: 'forced' | 'application' | 'default'
    /** Its revision. */
    readonly revision: number
  }
  /** The language in use. */
  readonly locale: {
    /** What was asked for, the most wanted first. */
    readonly asked: readonly string[]
    /** The locale, as its folder is named. */
    readonly used: string
    /** Its tag. */
    readonly language: string
    /** Which way it is read. */
    readonly direction: 'ltr' | 'rtl'
  }
  /** Why the page of the master is shown; null where it is the own one. */
  readonly fallback: string | null
  /** How often that happened on this node. */
  readonly fallbacks: number
  /** The files that it is made of. */
  readonly files: readonly {
    /** What it is for. */
    readonly role: 'page' | 'subject' | 'header' | 'footer' | 'labels' | 'style'
    /** Its path. */
    readonly path: string
    /** Whose it is. */
    readonly from: 'theme' | 'master'
  }[]
  /** Labels. */
  readonly labels: {
    /** Those that it shows. */
    readonly used: readonly string[]
    /** Those that nobody has. */
    readonly missing: readonly string[]
  }
  /** Macros. */
  readonly macros: {
    /** Those that it shows. */
    readonly used: readonly string[]
    /** Those that are known and have no value here. */
    readonly withoutValue: readonly string[]
    /** Those that nobody knows. */
    readonly unknown: readonly string[]
  }
  /** Names of its repeats. */
  readonly repeats: readonly string[]
  /** What is wrong with it. */
  readonly problems: readonly Problem[]
  /** What the linter finds in its own files, the worst first. Null where the linter did not answer within a second, and for files that are not saved. */
  readonly findings: readonly LintFinding[] | null
  /** What the page may do in a browser. */
  readonly policy: {
    /** Its content security policy. */
    readonly text: string
    /** Origins that it may load from because a file names them. */
    readonly widened: readonly {
      /** What may be loaded. */
      readonly directive: string
      /** Where from. */
      readonly origin: string
      /** The file that names it. */
      readonly by: string
    }[]
    /** How often browsers reported that it tried more. */
    readonly violations: number
  }
}

/** A file that a write changed. */
export interface FileChange {
  /** Path of the file below `templates`. */
  readonly path: string
  /** What happened to it. */
  readonly kind: 'customized' | 'added' | 'changed' | 'reverted' | 'removed' | 'reviewed'
}

/** The files of a theme at a revision. */
export interface FileList {
  /** The files, by path. */
  readonly files: readonly ListedFile[]
}

/** How many findings there are of each severity, those included that are not listed. */
export interface FindingCounts {
  /** What the service refuses to store. */
  readonly fatal: number
  /** What keeps something from working. */
  readonly error: number
  /** Probable mistakes. */
  readonly warning: number
  /** Matters of taste. */
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
  /** Whether every tenant has it. It can be reset, and not removed. */
  readonly builtIn: boolean
  /** Whether it was designed, and is not the one that every tenant has. */
  readonly designed: boolean
  /** When it was last changed; null where nobody has changed it. */
  readonly updated: string | null
  /** Whether only people with an invitation can register. */
  readonly invitationOnly: boolean
  /** Who changed it last; null where nobody has changed it. */
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

/** Something that is wrong with a document. */
export interface FlowMistake {
  /** Where, as a JSON pointer; empty for the whole document. */
  readonly path: string
  /** What is wrong, and what would be right. */
  readonly reason: string
  /** Whether the document can be used in spite of it. */
  readonly warning: boolean
}

/** What is wrong with a document. */
export interface FlowMistakes {
  /** Whether it could be published. */
  readonly usable: boolean
  /** The mistakes. */
  readonly mistakes: readonly FlowMistake[]
}

/** A flow that is kept to be looked at. */
export interface FlowPreview {
  /** Its id. */
  readonly id: string
  /** The address of its first page, for a frame. */
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
  /** How it came to be. */
  readonly cause: 'published' | 'restored' | 'reset'
}

/** The versions of a flow, newest first. */
export interface FlowVersions {
  /** The versions. */
  readonly versions: readonly FlowVersion[]
}

/** An account or a group that was searched for. */
export interface FoundHolder {
  /** What has it. */
  readonly kind: 'account' | 'group'
  /** Id of the account or group. */
  readonly id: string
  /** Username of the account, or name of the group. */
  readonly name: string
  /** First and last name of the person; null where nothing is known, and for a group. */
  readonly fullName: string | null
}

/** Accounts and groups. */
export interface FoundHolders {
  /** The best ones first. */
  readonly holders: readonly FoundHolder[]
}

/** How far registrations come. */
export interface Funnel {
  /** The first day. */
  readonly from: string
  /** The last day. */
  readonly to: string
  /** What the groups are. */
  readonly by: 'day' | 'theme' | 'application' | 'locale'
  /** All together. */
  readonly total: {
    /** Each step, against the one before it. */
    readonly steps: readonly {
      /** Name of the event. */
      readonly event: string
      /** How often it happened. */
      readonly times: number
      /** In how many journeys it happened. */
      readonly journeys: number
      /** The share of journeys that were lost before it; null where there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
    /** Each field, against the start. */
    readonly fields: readonly {
      /** Name of the event. */
      readonly event: string
      /** How often it happened. */
      readonly times: number
      /** In how many journeys it happened. */
      readonly journeys: number
      /** The share of journeys that were lost before it; null where there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
    /** Each step that was designed, as `step_<id>`, and each field for an attribute that was added, as `field_<name>`, against the start. */
    readonly designed: readonly {
      /** Name of the event. */
      readonly event: string
      /** How often it happened. */
      readonly times: number
      /** In how many journeys it happened. */
      readonly journeys: number
      /** The share of journeys that were lost before it; null where there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
  }
  /** Each group. */
  readonly groups: readonly {
    /** Which one. */
    readonly group: string
    /** Each step, against the one before it. */
    readonly steps: readonly {
      /** Name of the event. */
      readonly event: string
      /** How often it happened. */
      readonly times: number
      /** In how many journeys it happened. */
      readonly journeys: number
      /** The share of journeys that were lost before it; null where there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
    /** Each field, against the start. */
    readonly fields: readonly {
      /** Name of the event. */
      readonly event: string
      /** How often it happened. */
      readonly times: number
      /** In how many journeys it happened. */
      readonly journeys: number
      /** The share of journeys that were lost before it; null where there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
    /** Each step that was designed, as `step_<id>`, and each field for an attribute that was added, as `field_<name>`, against the start. */
    readonly designed: readonly {
      /** Name of the event. */
      readonly event: string
      /** How often it happened. */
      readonly times: number
      /** In how many journeys it happened. */
      readonly journeys: number
      /** The share of journeys that were lost before it; null where there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
  }[]
}

/** Access that was given to an account or a group. */
export interface GivenAccess {
  /** What has it. */
  readonly kind: 'account' | 'group'
  /** Id of the account or group. */
  readonly id: string
  /** Username of the account, or name of the group. */
  readonly name: string
  /** First and last name of the person; null where nothing is known, and for a group. */
  readonly fullName: string | null
  /** When it was given. */
  readonly since: string
  /** When it ends; null where it does not. */
  readonly until: string | null
  /** Whether somebody gave it, it was kept for somebody who had signed in recently, or a request was approved. */
  readonly origin: 'given' | 'recent' | 'requested'
}

/** People who are given access together. */
export interface Group {
  /** Its id. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** How many people are in it. */
  readonly members: number
}

/** Groups, by name. */
export interface GroupList {
  /** Which page. */
  readonly page: number
  /** How many a page holds. */
  readonly limit: number
  /** How many there are. */
  readonly total: number
  /** The groups. */
  readonly groups: readonly Group[]
}

/** Somebody in a group. */
export interface GroupMember {
  /** Id of the account. */
  readonly id: string
  /** Username of the account. */
  readonly userName: string
  /** First and last name of the person; null where nothing is known, and for a group. */
  readonly fullName: string | null
  /** Since when they are in the group. */
  readonly since: string
}

/** People in a group, by username. */
export interface GroupMembers {
  /** Which page. */
  readonly page: number
  /** How many a page holds. */
  readonly limit: number
  /** How many there are. */
  readonly total: number
  /** The people. */
  readonly members: readonly GroupMember[]
}

/** An identity source. */
export interface IdentitySource {
  /** Its id. */
  readonly id: string
  /** What kind of source it is. */
  readonly preset: 'openid' | 'google' | 'entra' | 'apple' | 'github'
  /** Its name, as people know it. */
  readonly name: string
  /** Its name in other languages, by locale. */
  readonly names: Record<string, string>
  /** A picture as a data address in base64, at most 16 KiB; null is that of the preset. */
  readonly icon: string | null
  /** Whether people can use it. */
  readonly enabled: boolean
  /** Its issuer or discovery address; of GitHub, its address. */
  readonly issuer: string
  /** The id that the service has there. */
  readonly clientId: string
  /** How the service proves itself there: by a secret, by a private key, or by PKCE alone. */
  readonly authentication: 'secret' | 'key' | 'none'
  /** The id of the private key. */
  readonly keyId: string | null
  /** The team id, at Apple. */
  readonly teamId: string | null
  /** What it is asked for. */
  readonly scopes: readonly string[]
  /** The claims that attributes are taken from, such as `givenName`: `name.first`. */
  readonly claims: Record<string, string>
  /** Only people with a verified address in one of them may use it; none: everybody. */
  readonly allowedDomains: readonly string[]
  /** Verified addresses in these domains are linked with the account that has the address. */
  readonly trustedDomains: readonly string[]
  /** Whoever types an address in one of them is sent to the source. */
  readonly routedDomains: readonly string[]
  /** Whether an account is made for whoever comes for the first time. */
  readonly creates: boolean
  /** Whether people can link their account after they have signed in to it. */
  readonly links: boolean
  /** Whether signing out here leads through the source. */
  readonly signsOut: boolean
  /** Values of the claim `amr` that count as a second factor. */
  readonly factorAmr: readonly string[]
  /** Values of the claim `acr` that count as a second factor. */
  readonly factorAcr: readonly string[]
  /** Whether there is a secret or a private key. */
  readonly hasSecret: boolean
  /** The redirect address to register there. */
  readonly redirectUri: string
  /** The address for back-channel logout to register there. */
  readonly logoutUri: string
  /** When it was added. */
  readonly createdAt: string
  /** When it was last changed. */
  readonly updatedAt: string
}

/** All identity sources. */
export interface IdentitySourceList {
  /** In the order in which they were added. */
  readonly sources: readonly IdentitySource[]
}

/** A test of an identity source, in which nobody is signed in. */
export interface IdentitySourceTest {
  /** Its id. */
  readonly id: string
  /** Where to sign in at the source; null: the test has ended. */
  readonly address: string | null
  /** What has happened so far. */
  readonly steps: readonly IdentitySourceTestStep[]
  /** Why it failed; null: it did not. */
  readonly problem: string | null
  /** Id of the person who came back; null: nobody has. */
  readonly subject: string | null
  /** What an account would get of the claims, by attribute. */
  readonly person: Record<string, string>
}

/** A step of an exchange with an identity source. */
export interface IdentitySourceTestStep {
  /** Its name. */
  readonly step: string
  /** What is told of it. Secrets, codes and tokens never are. */
  readonly details: Record<string, string>
}

/** An invitation to register. It is used up by the account that is made with it. */
export interface Invitation {
  /** The e-mail address with which they register. */
  readonly email: string
  /** The link with which they register. It is shown here and never again. */
  readonly link: string
  /** When it expires. */
  readonly expires: string
}

/** Bounds on what a tenant may store and a client may send. */
export interface Limits {
  /** Bytes of an archive. */
  readonly archive: number
  /** Bytes of the files in an archive together. */
  readonly expanded: number
  /** Bytes of a file. */
  readonly file: number
  /** Entries of an archive. */
  readonly entries: number
  /** How many times as large as the archive its content may be. */
  readonly ratio: number
  /** Bytes of a path. */
  readonly path: number
  /** Bytes of a segment of a path. */
  readonly segment: number
  /** Segments of a path. */
  readonly levels: number
  /** Themes of a tenant. */
  readonly themes: number
  /** Revisions of a theme that are kept. */
  readonly revisions: number
  /** Bounds on one template, which nobody can change. */
  readonly template: {
    /** Bytes of the files that a page is made from. */
    readonly sources: number
    /** Characters of a page with header, footer and labels. */
    readonly page: number
    /** Bytes of a page with its values. */
    readonly output: number
    /** Elements and comments. */
    readonly elements: number
    /** Words and the blanks between them. */
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
    /** Style sheets of the theme that a page names. */
    readonly sheets: number
    /** Other origins that a page loads scripts from. */
    readonly scriptOrigins: number
    /** Characters of the subject of a mail, and of its sender. */
    readonly subject: number
    /** Languages of a theme. */
    readonly locales: number
    /** Bytes of the content policy. */
    readonly policy: number
    /** Seconds of processor time for compiling a page. */
    readonly seconds: number
    /** Seconds for all slow pages of a theme, in all languages. */
    readonly secondsOfTheme: number
    /** MiB of memory for compiling. */
    readonly memory: number
  }
}

/** A mistake. */
export interface LintFinding {
  /** Id of the rule, which never changes. */
  readonly rule: string
  /** How bad it is. */
  readonly severity: 'fatal' | 'error' | 'warning' | 'recommendation'
  /** Path of the file below `templates`; empty for the theme as a whole. */
  readonly file: string
  readonly start: LintPlace
  readonly end: LintPlace
  /** What is wrong, and what would be right. */
  readonly message: string
  /** Where to read about the rule. */
  readonly docs: string
  /** Ids of the pages and mails that it was found on. */
  readonly pages?: readonly string[] | undefined
  /** Languages in which it was found; without them, in every language. */
  readonly locales?: readonly string[] | undefined
  /** States of the page in which it matters; without them, in every state. */
  readonly states?: readonly string[] | undefined
  /** What puts it right. */
  readonly fix?:
    | {
        /** What it does. */
        readonly title: string
        readonly edits:
          | 'remove'
          | readonly {
              /** Where it begins, in UTF-16 code units from 0. */
              readonly start: number
              /** Where it ends. */
              readonly end: number
              /** What is put there. */
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

/** What is wrong with a theme. */
export interface LintReport {
  /** The mistakes, the worst first. */
  readonly findings: readonly LintFinding[]
  readonly counts: FindingCounts
}

/** The rules of the linter. */
export interface LintRules {
  /** By id. */
  readonly rules: readonly {
    /** Its id, which never changes. */
    readonly id: string
    /** How bad its findings are, unless the tenant has set something else. */
    readonly severity: 'fatal' | 'error' | 'warning' | 'recommendation'
    /** Whether its findings may carry a fix. */
    readonly fixable: boolean
    /** Whether only `tabard lint --browser` checks it, and the service never does. */
    readonly browser: boolean
    /** What it finds. */
    readonly title: string
    /** Why it matters and what to do instead, in Markdown. */
    readonly reason: string
    /** Where to read about it. */
    readonly docs: string
  }[]
}

/** A file of a theme. */
export interface ListedFile {
  /** Path of the file below `templates`. */
  readonly path: string
  /** Whose it is. */
  readonly state: 'master' | 'customized' | 'added'
  /** SHA-256 of the content. */
  readonly digest: string
  /** Bytes of the content. */
  readonly size: number
  /** Present where the original of a customized file has changed since the file was made from it. */
  readonly outdatedBase?:
    | {
        /** Digest of the original that the file was made from; null where the master had none. */
        readonly from: string | null
        /** Digest of the current original; null where the master has none. */
        readonly to: string | null
      }
    | undefined
}

/** A macro of a template. */
export interface Macro {
  /** Its name; a template writes it between at signs. */
  readonly name: string
  /** What its value is. */
  readonly kind: 'text' | 'number' | 'json' | 'address' | 'markup' | 'switch'
  /** What its value tells. */
  readonly meaning: string
}

/** A theme that was made. */
export interface MadeTheme {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** What the theme is for. */
  readonly description: string | null
}

/** A label or a macro, and where it stands. */
export interface NamedPlace {
  /** Its name. */
  readonly name: string
  /** Path of the file. */
  readonly file: string
  /** Line in the file, from 1. */
  readonly line: number
}

/** What made an element of a page. */
export interface PageElement {
  /** Name of the element. */
  readonly tag: string
  /** Path of the file. */
  readonly file: string
  /** Line in the file, from 1. */
  readonly line: number
  /** Labels in it. */
  readonly labels: readonly NamedPlace[]
  /** Macros in it. */
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

/** People with access, by username. */
export interface PeopleAccess {
  /** Which page. */
  readonly page: number
  /** How many a page holds. */
  readonly limit: number
  /** How many there are. */
  readonly total: number
  /** Each way to access is one of them. */
  readonly people: readonly PersonAccess[]
}

/** Somebody with an account. */
export interface Person {
  /** Id of the account. */
  readonly id: string
  /** Username of the account. */
  readonly userName: string
  /** First and last name of the person; null where nothing is known, and for a group. */
  readonly fullName: string | null
  /** Whether they can sign in. Somebody who is `waiting` has registered and needs approval. */
  readonly status: 'active' | 'waiting' | 'disabled'
  /** Id of the account that supervises them; null where nobody does. */
  readonly supervisorId: string | null
  /** Username of that account. */
  readonly supervisor: string | null
  /** First and last name of the person; null where nothing is known, and for a group. */
  readonly supervisorFullName: string | null
  /** Values of the attributes that the tenant has added, by name. */
  readonly attributes: Record<string, string>
}

/** One way in which somebody has access. */
export interface PersonAccess {
  /** Id of the account. */
  readonly id: string
  /** Username of the account. */
  readonly userName: string
  /** First and last name of the person; null where nothing is known, and for a group. */
  readonly fullName: string | null
  /** Id of the group through which they have it; null if it was given to them directly. */
  readonly groupId: string | null
  /** Name of that group. */
  readonly groupName: string | null
  /** When it was given. */
  readonly since: string
  /** When it ends; null where it does not. */
  readonly until: string | null
  /** Whether somebody gave it, it was kept for somebody who had signed in recently, or a request was approved. */
  readonly origin: 'given' | 'recent' | 'requested'
}

/** People, by username. */
export interface PersonList {
  /** Which page. */
  readonly page: number
  /** How many a page holds. */
  readonly limit: number
  /** How many there are. */
  readonly total: number
  /** The people. */
  readonly people: readonly Person[]
}

/** What a package would do to a theme. */
export interface Plan {
  /** Other origins that the pages which change load scripts from; new ones first. Such a script can read everything that people type into the page, passwords included. */
  readonly scripts: readonly {
    /** Where the scripts come from. */
    readonly origin: string
    /** Ids of pages that load no scripts from it today. */
    readonly newOn: readonly string[]
    /** Ids of pages that do so today as well. */
    readonly alreadyOn: readonly string[]
  }[]
  /** Whether it replaces the theme whole. */
  readonly whole: boolean
  /** Files that the theme does not have yet. */
  readonly added: readonly string[]
  /** Files whose content becomes another. */
  readonly changed: readonly string[]
  /** Files that are as in the package already. */
  readonly unchanged: readonly string[]
  /** Customized files after the upload whose original has changed since they were made from it. */
  readonly outdatedBases: readonly {
    /** Path of the file below `templates`. */
    readonly path: string
    /** Digest of the original that the file was made from; null where the master had none. */
    readonly from: string | null
    /** Digest of the current original; null where the master has none. */
    readonly to: string | null
  }[]
  /** Files that go. */
  readonly removed: readonly string[]
  /** Entries that are passed over. */
  readonly ignored: readonly string[]
  /** Files that equal those of an earlier master. They are not customized: the theme uses the current master’s. */
  readonly outdated: readonly string[]
  /** Files that no page, mail or address leads to: check their names. */
  readonly neverShown: readonly string[]
  /** Macros that nobody knows, which stay in the page as they are written. */
  readonly unknownMacros: readonly {
    /** Name of the macro. */
    readonly name: string
    /** Path of the file. */
    readonly file: string
    /** Line in the file, from 1. */
    readonly line: number
  }[]
  /** Addresses in style sheets of the theme that lead to no file. */
  readonly lostAddresses: readonly {
    /** Path of the style sheet. */
    readonly file: string
    /** Line in the file, from 1. */
    readonly line: number
    /** The address as it is written. */
    readonly address: string
  }[]
  /** Origins that pages did not load anything from before. */
  readonly widened: readonly {
    /** What would be loaded, as a policy names it. */
    readonly directive: string
    /** Where from. */
    readonly origin: string
    /** Ids of the pages. */
    readonly pages: readonly string[]
  }[]
  /** Pages that cannot be made or lack a part, so that people would see those of the master, always or in some situations. */
  readonly unusable: readonly {
    /** Id of the page or mail. */
    readonly page: string
    /** The language. */
    readonly locale: string
    /** What is wrong. */
    readonly why: string
  }[]
  /** What the linter finds after the upload and does not find today. */
  readonly findings: {
    /** Whether the linter finished in time. If not, there may be more findings. */
    readonly checked: boolean
    readonly counts: FindingCounts
    /** The worst first; at most 200. */
    readonly added: readonly LintFinding[]
  }
  /** What was not checked, because the package changes too many pages to look at all of them. It is empty where everything was checked. */
  readonly notChecked: readonly {
    /** The language. */
    readonly locale: string
    /** How many pages and mails were not checked in it. */
    readonly pages: number
  }[]
}

/** A page with files that are not saved. */
export interface Preview {
  /** The key to the preview; it is good for a while, and for nothing else. */
  readonly id: string
  /** Id of the theme below it. */
  readonly theme: string
  /** Where the page is, without a token. */
  readonly url: string
  /** Why the page of the master is shown; null where it is the own one. */
  readonly fallback: string | null
  /** What is wrong with it. */
  readonly problems: readonly Problem[]
  /** The elements of the page, by their number in it. */
  readonly elements: readonly PageElement[]
}

/** Something that the author of a template should know of. */
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
  /** Of the macro, label, file, repeat, directive of the policy, or bound. */
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
  /** Customized files that were compared with their current originals, so that they are not outdated any more. */
  readonly reviewed?: readonly string[] | undefined
  /** What is said about the revision: up to 1,000 characters. */
  readonly message?: string | null | undefined
  /** The repository that the push is from. The service remembers what both have in common. */
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
  /** Entries of the archive that were passed over. */
  readonly ignored: readonly string[]
  /** Files that equal those of an earlier master. They are not customized: the theme uses the current master’s. */
  readonly outdated: readonly string[]
  /** Files that no page, mail or address leads to. */
  readonly neverShown: readonly string[]
}

/** Somebody in a request. */
export interface RequestPerson {
  /** Id of the account. */
  readonly id: string
  /** The username that the account had then. */
  readonly userName: string
  /** First and last name; null where nothing is known, and once the account is gone. */
  readonly fullName: string | null
}

/** Something that happened to a request. */
export interface RequestTurn {
  /** What happened. */
  readonly turn: 'ask' | 'more' | 'answer' | 'approve' | 'reject' | 'withdraw' | 'expire' | 'close'
  /** When. */
  readonly at: string
  /** Username, API client or `command line`; null if a deadline or a removal was the cause. */
  readonly by: string | null
  /** What they had to do with the request, such as `approver`. */
  readonly part: string | null
  /** What they said; may be empty. */
  readonly comment: string
}

/** What came of a reminder. */
export interface ReviewReminder {
  /** Whether a mail was sent. None is sent twice within 12 hours, or if nothing is left to do. */
  readonly sent: boolean
}

/** A write to a theme. */
export interface Revision {
  /** Its number. */
  readonly revision: number
  /** When it was made. */
  readonly at: string
  /** `client:` and the id of an API client, or `account:` and a username. */
  readonly author: string
  /** Display name of the author: the current name of the API client, or the username. Null if the API client was removed. */
  readonly authorName: string | null
  /** How it was made. */
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
  /** What it changed. */
  readonly changes: readonly FileChange[]
  /** What its author said about it. */
  readonly message: string | null
}

/** The revisions of a theme. */
export interface RevisionList {
  /** The newest first; a hundred are kept. */
  readonly revisions: readonly Revision[]
}

/** What the service is. */
export interface Service {
  /** Always `tabard`. */
  readonly service: string
  /** Its version. */
  readonly version: string
  /** What it does. */
  readonly description: string
  /** Where the themes are. */
  readonly themes: string
  /** Where tokens are requested. */
  readonly token: string
  /** Where the limits are. */
  readonly limits: string
  /** Where this description is. */
  readonly openapi: string
  /** Where it can be read. */
  readonly docs: string
  /** Where to ask how it is. */
  readonly health: readonly string[]
}

/** How the service is. */
export interface Status {
  /** `alive` or `ready`. */
  readonly status: string
}

/** What the registration pages of a theme send, and where to. */
export interface ThemeAnalytics {
  /** Id of the container that they carry. */
  readonly container: string | null
  /** Whether the tag manager may evaluate text as script. */
  readonly eval: boolean
  /** Whether they tell the service what happens on them. */
  readonly firstParty: boolean
  /** Whether a person put the container there, and not the service. */
  readonly byHand: boolean
}

/** What a client may set of a theme. What is absent stays as it is. */
export interface ThemeConfiguration {
  /** 1 to 128 characters, trimmed and unique without regard to case. A new theme needs one. */
  readonly name?: string | undefined
  /** Up to 1024 characters; null or an empty text takes it away. */
  readonly description?: string | null | undefined
}

/** A theme with every file. */
export interface ThemeDetails {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** What the theme is for. */
  readonly description: string | null
  /** The newest revision. */
  readonly revision: number
  /** When that was made. */
  readonly updatedAt: string
  /** Who made it: `client:` and the id of an API client, or `account:` and a username. */
  readonly updatedBy: string | null
  /** Display name of the author: the current name of the API client, or the username. Null if the API client was removed. */
  readonly updatedByName: string | null
  /** How many files differ from the master. */
  readonly customized: number
  /** The applications that use the theme. */
  readonly applications: readonly ApplicationName[]
  /** The files, by path. */
  readonly files: readonly ListedFile[]
}

/** A page of the list of themes. */
export interface ThemeList {
  /** How many elements this answer has. */
  readonly count: number
  /** How many it has at most. */
  readonly limit: number
  /** Which page it is; the first is 1. */
  readonly page: number
  /** How many there are in all. */
  readonly total: number
  /** The themes, by name; `default` is the last. */
  readonly themeRegistrations: readonly ThemeRegistration[]
}

/** A theme, as the branding REST API lists it. */
export interface ThemeRegistration {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** What the theme is for. It is absent where there is none. */
  readonly description?: string | undefined
}

/** What a theme and a repository have in common. */
export interface ThemeSource {
  /** The repository. */
  readonly name: string
  /** The revision after the last push; null where there was none. */
  readonly revision: number | null
  /** When it was pushed. */
  readonly pushedAt: string | null
  /** Digests of customized files by path. */
  readonly files: Record<string, string>
}

/** A page of the list of themes, with details that the branding REST API does not return. */
export interface ThemeSummaries {
  /** How many elements this answer has. */
  readonly count: number
  /** How many it has at most. */
  readonly limit: number
  /** Which page it is; the first is 1. */
  readonly page: number
  /** How many there are in all. */
  readonly total: number
  /** The themes, by name; `default` is the last. */
  readonly themes: readonly ThemeSummary[]
}

/** A theme, with its newest revision and who uses it. */
export interface ThemeSummary {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** What the theme is for. */
  readonly description: string | null
  /** The newest revision. */
  readonly revision: number
  /** When that was made. */
  readonly updatedAt: string
  /** Who made it: `client:` and the id of an API client, or `account:` and a username. */
  readonly updatedBy: string | null
  /** Display name of the author: the current name of the API client, or the username. Null if the API client was removed. */
  readonly updatedByName: string | null
  /** How many files differ from the master. */
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
  /** Whether every tenant has it. It can be reset, and not removed. */
  readonly builtIn: boolean
  /** Whether it was designed, and is not the one that every tenant has. */
  readonly designed: boolean
  /** When it was last changed; null where nobody has changed it. */
  readonly updated: string | null
  /** Whether only people with an invitation can register. */
  readonly invitationOnly: boolean
  /** Who changed it last; null where nobody has changed it. */
  readonly updatedBy: string | null
  /** Display name of the author: the current name of the API client, or the username. Null if the API client was removed. */
  readonly updatedByName: string | null
  /** The flow. Its schema is at `/v1.0/tabard/schemas/flow`. */
  readonly document: Record<string, unknown>
  /** What its designer should look at. */
  readonly mistakes: readonly FlowMistake[]
}

/** A request with everything that happened to it. */
export interface WholeRequest {
  /** Its id. */
  readonly id: string
  /** What became of it. */
  readonly state: 'waiting' | 'more-wanted' | 'approved' | 'rejected' | 'withdrawn' | 'expired' | 'closed'
  /** Id of the application. */
  readonly applicationId: string
  /** The name that the application had then. */
  readonly applicationName: string
  readonly requester: RequestPerson
  readonly person: RequestPerson
  /** Why it is asked for. */
  readonly justification: string
  /** When the access would end; null where it would not. */
  readonly until: string | null
  /** When it was made. */
  readonly asked: string
  /** When it expires unless somebody decides. */
  readonly expires: string
  /** When it was decided or ended some other way; null while it is open. */
  readonly decided: string | null
  /** Who decided or withdrew it: username, API client or `command line`; null if a deadline or a removal ended it. */
  readonly decidedBy: string | null
  /** What they said; may be empty. */
  readonly decisionComment: string
  /** In order; the first is the ask. */
  readonly turns: readonly RequestTurn[]
}

/** A theme after a write. */
export interface WrittenTheme {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** What the theme is for. It is absent where there is none. */
  readonly description?: string | undefined
  /** Entries of the archive that were ignored. Absent if there are none. */
  readonly ignored?: readonly string[] | undefined
  /** Files that equal those of an earlier master. They are not customized: the theme uses the current master’s. */
  readonly outdated?: readonly string[] | undefined
  /** Files that no page, mail or address uses. Absent if there are none. */
  readonly neverShown?: readonly string[] | undefined
  /** The name that was sent for the default theme, which keeps its own. Absent otherwise. */
  readonly nameIgnored?: string | undefined
}
