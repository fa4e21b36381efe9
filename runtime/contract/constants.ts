/**
 * Values, limits and times of the specification, each under the section that names it.
 * Codes are numbers because stored data and other programs already use them.
 */

/** Section 4: menu type. */
export const MenuType = { route: 1, button: 2 } as const;
/** Section 4: menu platform. */
export const MenuPlatform = { pc: 1 } as const;
/** Section 4: "No/Yes" codes of disabled, open log and the like. */
export const YesNo = { no: 1, yes: 2 } as const;
/** Section 4: message notify status. */
export const NotifyStatus = { unread: 1, read: 2 } as const;
/** Section 4: online status. */
export const OnlineStatus = { offline: 1, online: 2 } as const;
/** Section 4: access mode of a code. */
export const AccessMode = { unrestricted: 1, onlyViaScan: 2 } as const;
/** Section 4: visit restriction of a code. */
export const VisitRestriction = { none: 1, weChatOnly: 2 } as const;
/** Section 4: how a visitor is sent to the target. */
export const JumpType = {
  locationReplace: 1,
  metaRefresh: 2,
  locationHref: 3,
  newTab: 4,
  samePage: 5,
  noSourceRedirect: 6,
} as const;
/** Section 4: domain types. */
export const DomainType = { entry: 1, landingPage: 2, shortDomain: 3 } as const;
/** Section 4: rotation model over the targets of a code. */
export const RotationModel = { sequential: 1, random: 2, polling: 3 } as const;
/** Section 4: short code visibility. */
export const ShortCodeVisibility = { show: 1, hide: 2 } as const;
/** Section 4: status of an asynchronous operation; one that was cancelled is abnormal with the code `cancelled`. */
export const OperationStatus = { inProgress: 1, completed: 2, abnormal: 3 } as const;
/** Section 4: theme. */
export const Theme = { light: 1, dark: 2 } as const;
/** Contract: short-code generation types; 3 is the self-run entry. */
export const GenerationType = { selfRunEntry: 3 } as const;

/** Section 5 and 9: shortest account and password; screens.md: 5 characters are enough for the account. */
export const ACCOUNT_MIN_LENGTH = 5;
export const PASSWORD_MIN_LENGTH = 6;
/** Section 9, milliseconds and counts. */
export const SHARED_STATISTICS_POLL_MS = 5_000;
export const UNREAD_MESSAGE_POLL_MS = 10_000;
export const REALTIME_PING_MS = 5_000;
export const REALTIME_RELINK_LIMIT = 20;
export const REALTIME_SEND_RETRY_MS = 1_000;
/** Section 9: visitor query window and default range, days. */
export const VISITOR_QUERY_WINDOW_DAYS = 7;
export const VISITOR_QUERY_DEFAULT_DAYS = 3;
/** Section 9: look of the shell. */
export const LEFT_MENU_WIDTH = 210;
export const PRIMARY_COLOUR = '#f5ca47';
export const DARK_BACKGROUND = '#151515';
export const THEME_TRANSITION_SECONDS = 0.3;
/** Section 1: interface languages; the first is the default. */
export const LOCALES = ['zh-CN', 'en-US', 'sw-KE'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'zh-CN';
/** contract.md: list paging. */
export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 200;
/** contract.md: short codes. */
export const SHORT_CODE_LENGTH = 7;
export const SHORT_CODE_PATTERN = /^[0-9A-Za-z_-]{1,64}$/;
