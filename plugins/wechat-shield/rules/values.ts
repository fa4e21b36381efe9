import { VISIT_SHIELD_PAGES, type VisitApp, type VisitShieldPage } from '@waypost/contract';

/** What a rule asks of a visit. */
export const RULE_KINDS = [
  ...(['wechat', 'scan', 'region', 'isp', 'system', 'device', 'app', 'language'] as const),
  ...(['agent', 'addresses', 'rate', 'hours'] as const),
] as const;
export type RuleKindName = (typeof RULE_KINDS)[number];

/** Whether a rule is about the visits that its kind describes, or about all others. */
export const MATCHES = ['these', 'others'] as const;
/** What becomes of a visit that a rule is about. */
export const ACTIONS = ['allow', 'refuse', 'lead'] as const;
/**
 * Kinds of rules that may lead elsewhere. By network, system, user agent or address a rule may only let through or refuse: a reviewer
 * must never be shown another page than everybody else (decision 0086).
 */
export const LEADING_KINDS: readonly RuleKindName[] = ['region', 'device', 'app', 'language', 'hours'];

/** Whether a rule by app treats programs that name none as browsers, among which reviewers' programs hide. */
export const treatsProgramsAsBrowsers = (apps: readonly unknown[]): boolean =>
  apps.includes('browser') === apps.includes('other');

/** Whose codes a rule holds for. */
export const REACHES = ['own', 'all'] as const;
export const DEVICES = ['phone', 'tablet', 'desktop', 'other'] as const;
/** Monday to Sunday, as texts: what forms choose from. */
export const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;
/** Systems by what their names begin with on the visit path: HarmonyOS is `OpenHarmony 5.0` as well. */
export const SYSTEMS: Readonly<Record<string, string>> = {
  iOS: 'iOS',
  Android: 'Android',
  Harmony: 'HarmonyOS',
  Windows: 'Windows',
  'Mac OS': 'macOS',
  Linux: 'Linux',
};
/** Languages that are offered; others may be written. */
export const USUAL_LANGUAGES =
  'zh zh-CN zh-TW zh-HK en en-US en-GB sw ar bn de es fa fr hi id it ja ko ms nl pl pt pt-BR ru ta th tr uk ur vi am ha om so yo zu'.split(
    ' ',
  );
/** A language range without a wildcard (RFC 4647, 2.1). */
export const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;
export const LANGUAGE_MAX_LENGTH = 35;

/** Networks as the visit path names the large ones. */
export const LARGE_NETWORKS = ['移动', '联通', '电信'] as const;

/** Values of one list of a rule. */
export const MOST_VALUES = 100;
export const MOST_RANGES = 200;
export const MOST_MINUTE = 1439;

/** What a refused visitor reads; `suitable`: what can be done about it where something can. */
export const PAGES = ['suitable', ...VISIT_SHIELD_PAGES] as const;

/** The page of a rule: whoever is turned away for not being in WeChat is told that it opens there. */
export function pageOf({
  kind,
  matches,
  page,
}: Pick<AskedRule, 'kind' | 'matches'> & { page: (typeof PAGES)[number] }): VisitShieldPage {
  if (page !== 'suitable') return page;
  if (matches === 'others' && kind === 'wechat') return 'weChatOnly';
  return matches === 'others' && kind === 'scan' ? 'onlyViaScan' : 'refused';
}

/** What a rule asks, as it is stored: each kind has fields of its own, and the others are as they were left. */
export interface AskedRule {
  kind: RuleKindName;
  matches: (typeof MATCHES)[number];
  countries: readonly string[];
  places: readonly string[];
  isps: readonly string[];
  systems: readonly string[];
  devices: readonly (typeof DEVICES)[number][];
  apps: readonly VisitApp[];
  languages: readonly string[];
  patterns: readonly string[];
  networks: readonly string[];
  visits: number;
  seconds: number;
  from: number;
  to: number;
  weekdays: readonly (typeof WEEKDAYS)[number][];
}

/** The fields that a kind asks for, beside which visits it is about. */
export const FIELDS_OF_KIND: Readonly<Record<RuleKindName, readonly (keyof AskedRule)[]>> = {
  wechat: [],
  scan: [],
  region: ['countries', 'places'],
  isp: ['isps'],
  system: ['systems'],
  device: ['devices'],
  app: ['apps'],
  language: ['languages'],
  agent: ['patterns'],
  addresses: ['networks'],
  rate: ['visits', 'seconds'],
  hours: ['from', 'to', 'weekdays'],
};
