/**
 * Values, limits and times that data and other programs rest on; docs/product.md says why each is as it is.
 * Codes are numbers because stored data and other programs already use them.
 */

// Section 4; docs/product.md, "States".

/** What a menu node is. */
export const MenuType = { route: 1, button: 2 } as const;
/** Where a menu node is shown. */
export const MenuPlatform = { pc: 1 } as const;
/** "No/Yes" codes of disabled, open log and the like. */
export const YesNo = { no: 1, yes: 2 } as const;
/** Whether a message was read. */
export const NotifyStatus = { unread: 1, read: 2 } as const;
/** Whether an account has an open page. */
export const OnlineStatus = { offline: 1, online: 2 } as const;
/** Access mode of a code. */
export const AccessMode = { unrestricted: 1, onlyViaScan: 2 } as const;
/** Visit restriction of a code. */
export const VisitRestriction = { none: 1, weChatOnly: 2 } as const;
/** What is known of an address in WeChat; there is no 3. */
export const ShieldStatus = { normal: 1, blocked: 2, failed: 4 } as const;
export type ShieldStatusCode = (typeof ShieldStatus)[keyof typeof ShieldStatus];
/** How a visitor is sent to the target. */
export const JumpType = {
  locationReplace: 1,
  metaRefresh: 2,
  locationHref: 3,
  newTab: 4,
  samePage: 5,
  noSourceRedirect: 6,
} as const;
/** How far an order is; what else has to be said stands in its `settlement`. */
export const OrderStatus = { unpaid: 1, paid: 2 } as const;
/** How an order is paid: by a transfer of TRC20-USDT, or from the balance. */
export const PayType = { trc20: 1, balance: 2 } as const;
/** How far a withdrawal is; what else has to be said stands in its `phase`. */
export const WithdrawalStatus = { pending: 1, approved: 2, rejected: 3 } as const;
/** What a domain is used for. */
export const DomainType = { entry: 1, landingPage: 2, shortDomain: 3 } as const;
/** Rotation model over the targets of a code. */
export const RotationModel = { sequential: 1, random: 2, polling: 3 } as const;
/** Whether lists show a short code; a hidden one goes on answering. */
export const ShortCodeVisibility = { show: 1, hide: 2 } as const;
/** Status of an asynchronous operation; one that was cancelled is abnormal with the code `cancelled`. */
export const OperationStatus = { inProgress: 1, completed: 2, abnormal: 3 } as const;
/** Theme of the pages. */
export const Theme = { light: 1, dark: 2 } as const;
/** Short-code generation types: how an address is made. 3 and 11 need no provider. */
export const GenerationType = {
  getRequest: 1,
  stringConcatenation: 2,
  selfRunEntry: 3,
  shortUrlPlatformA: 4,
  shortUrlPlatformB: 5,
  shortUrlPlatformC: 6,
  natTunnel: 7,
  companySearch: 8,
  noteService: 9,
  microblog: 10,
  selfRunFailover: 11,
  microblogNested: 12,
  companySearchSubdomain: 13,
} as const;
/** What a press on a carousel picture does. Other programs know further numbers: any is `custom`. */
export const RotationJump = {
  /** The address is the name of a screen of the product, such as `qr_code_list?state=on`. */
  screen: 1,
  /** An address on the web, in a window of its own. */
  newWindow: 2,
  /** The same, in this window. */
  sameWindow: 3,
  /** The address names one of `CUSTOM_ACTIONS` and what it is about: `text:<id>`, `copy:<words>`. */
  custom: 4,
} as const;
/** Whether an account of the chain is still there. */
export const RemoveStatus = { not_deleted: 1, deleted: 2 } as const;
/** How a transaction of ours ended on the chain. */
export const CollectionStatus = { success: 'success', fail: 'fail' } as const;

// Section 5, and with it "Accounts and passwords" of docs/product.md.

/** Shortest account and password, characters; so many are enough. */
export const ACCOUNT_MIN_LENGTH = 5;
export const PASSWORD_MIN_LENGTH = 6;

// Section 9; section 8 has sentences alone, which are in the locales. docs/product.md, "Constants".

/** Times of pages and of the live channel, milliseconds and counts. */
export const SHARED_STATISTICS_POLL_MS = 5_000;
export const UNREAD_MESSAGE_POLL_MS = 10_000;
export const REALTIME_PING_MS = 5_000;
export const REALTIME_RELINK_LIMIT = 20;
export const REALTIME_SEND_RETRY_MS = 1_000;
/** Visitor look-up: days back that may be asked for, and the range that stands there at first. */
export const VISITOR_QUERY_WINDOW_DAYS = 7;
export const VISITOR_QUERY_DEFAULT_DAYS = 3;
/** Visitor look-up: visits of an address from which on its row is marked as `primary` and as `info`. */
export const VISITOR_PRIMARY_COUNT = 20;
export const VISITOR_INFO_COUNT = 10;
/** Where the menu stands. */
export const MenuMode = { top: 0, left: 1 } as const;
/** Look of the shell: pixels, colours, seconds. */
export const LEFT_MENU_WIDTH = 210;
/** Columns of 24 that a link on the dashboard takes: the whole width on phones. */
export const HOME_PLACEMENT = { phone: 24, other: 6 } as const;
export const PRIMARY_COLOUR = '#f5ca47';
/** Colours that a person may choose for the product; all take dark text. */
export const PALETTE = [
  ...[PRIMARY_COLOUR, '#fadc19', '#f7ba1e', '#ff9a2e', '#f99057', '#f98981', '#fb9db7', '#f08ee6'],
  ...['#c396ed', '#a9b4ff', '#6fb1fc', '#57c5f7', '#37d4cf', '#4cd263', '#9fdb1d', '#b8bdc6'],
] as const;
export const DARK_BACKGROUND = '#151515';
export const THEME_TRANSITION_SECONDS = 0.3;
/** Languages of the interface; the first is the default. */
export const LOCALES = ['zh-CN', 'en-US', 'sw-KE'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'zh-CN';
/**
 * Endings of names that people are shown as examples when they look for a domain; docs/product.md, "Constants". What a name
 * may end with is decided by the public suffix list, not by this.
 */
export const DOMAIN_SUFFIXES = [
  // Asked for by name, of about 35.
  ...['.com', '.cn', '.top', '.vip'],
  // Our own choice.
  ...['.net', '.org', '.com.cn', '.net.cn', '.org.cn', '.xyz', '.shop', '.store', '.site', '.online'],
  ...['.club', '.fun', '.icu', '.ltd', '.group', '.link', '.live', '.ink', '.pro', '.info', '.biz'],
  ...['.cc', '.co', '.io', '.me', '.app', '.dev', '.co.ke', '.or.ke', '.me.ke', '.asia'],
] as const;

// Of no section: our own.

/** Owner of what is nobody's own, such as a domain of the platform: no account has this id. */
export const NOBODY = '0'.repeat(24);
/** Names of the languages, each in its own, as its readers know it. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  'zh-CN': '简体中文',
  'en-US': 'English',
  'sw-KE': 'Kiswahili',
};
/** What a language that an operator adds may be called: language, script and region of BCP 47, such as `fr-FR` or `zh-Hant-TW`. */
export const LANGUAGE_CODE_PATTERN = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/;
/** Rows of a page of a list. */
export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 200;
/** Longest password of a link, characters: what makes them and the page that asks for them hold to it. */
export const LINK_PASSWORD_MAX_LENGTH = 64;
/** Short codes: length of generated ones, and what one may look like. */
export const SHORT_CODE_LENGTH = 7;
export const SHORT_CODE_PATTERN = /^[0-9A-Za-z_-]{1,64}$/;
/** Hash routes of the shell itself. */
export const SHELL_ROUTES = {
  login: 'admin_login',
  register: 'admin_register',
  maintain: 'maintain',
  customer: 'customer',
} as const;

/** Header with a code of the caller's second factor, for calls that need one. */
export const SECOND_FACTOR_HEADER = 'x-second-factor';
/** Longest code of a second factor as it is typed: a recovery code with its hyphen is 11. */
export const SECOND_FACTOR_CODE_LENGTH = 16;
