import {
  AGENT_PATTERN_MAX_COUNT,
  AGENT_PATTERN_MAX_LENGTH,
  defineResource,
  field,
  targetUrl,
  VISIT_APPS,
  VISIT_RATE_MAX_SECONDS,
  VISIT_RATE_MAX_VISITS,
  VISIT_SHIELD_MAX_GROUPS,
  VISIT_SHIELD_MAX_LINKS,
  zId,
} from '@waypost/contract';
import { z } from 'zod';
import {
  ACTIONS,
  DEVICES,
  LANGUAGE,
  LANGUAGE_MAX_LENGTH,
  LEADING_KINDS,
  MATCHES,
  MOST_MINUTE,
  MOST_RANGES,
  MOST_VALUES,
  PAGES,
  REACHES,
  RULE_KINDS,
  treatsProgramsAsBrowsers,
  WEEKDAYS,
} from '../../rules/values.ts';

const joined = { stored: false, write: 'none' } as const;
const zText = z.string().trim().min(1).max(60);
const zRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'wechat-shield.rule.fault.network');
const minute = () => z.int().min(0).max(MOST_MINUTE);

/** Of a code: what the picker and tables have to know of it. */
export const codeReference = { name: 'qr.code', area: 'qr_code_list', title: 'name' } as const;
/** Of a rule: what lists that name one have to know of it. */
export const ruleReference = {
  name: 'wechat-shield.rule',
  area: 'shield_configuration',
  title: 'name',
} as const;
/** Of a group of codes. */
export const groupReference = { name: 'qr.group', area: 'group', title: 'name' } as const;

const hasSome = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
/** A list that a kind asks for holds something. */
const asks = (kind: string, path: string, others: readonly string[] = []) => ({
  path,
  messageKey: `wechat-shield.rule.fault.${path}`,
  holds: (row: Record<string, unknown>) =>
    row.kind !== kind || [path, ...others].some((name) => hasSome(row[name])),
});

/** Rules about who may visit: an owner's for the own codes, operators' for everybody's. Of each set the first that is met decides. */
export const ruleResource = defineResource({
  name: 'wechat-shield.rule',
  area: 'shield_configuration',
  title: 'name',
  access: 'own',
  onUninstall: 'keep',
  calls: ['inquire', 'user_inquire', 'details', 'add', 'update', 'remove'],
  fields: {
    name: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true }),
    kind: field(z.enum(RULE_KINDS), { list: true, filter: 'in', options: RULE_KINDS, section: 'who' }),
    matches: field(z.enum(MATCHES), {
      list: 'hidden',
      options: MATCHES,
      control: 'radio',
      section: 'who',
      default: 'these',
    }),
    /** ISO 3166 codes. */
    countries: field(z.array(z.string().regex(/^[A-Z]{2}$/)).max(MOST_VALUES), {
      control: 'countries',
      section: 'who',
      default: [],
    }),
    /** Provinces and cities of China as visits have them. */
    places: field(z.array(zText).max(MOST_VALUES), { control: 'places', section: 'who', default: [] }),
    isps: field(z.array(zText).max(MOST_VALUES), { control: 'isps', section: 'who', default: [] }),
    /** Parts of what visits have: "Android", "Windows 10". */
    systems: field(z.array(zText).max(MOST_VALUES), { control: 'systems', section: 'who', default: [] }),
    devices: field(z.array(z.enum(DEVICES)).max(DEVICES.length), {
      options: DEVICES,
      control: 'several',
      section: 'who',
      default: [],
    }),
    apps: field(z.array(z.enum(VISIT_APPS)).max(VISIT_APPS.length), {
      options: VISIT_APPS,
      control: 'several',
      section: 'who',
      default: [],
    }),
    /** A language without a region stands for all of its regions. */
    languages: field(z.array(z.string().max(LANGUAGE_MAX_LENGTH).regex(LANGUAGE)).max(MOST_VALUES), {
      control: 'languages',
      section: 'who',
      default: [],
    }),
    patterns: field(
      z.array(z.string().trim().min(1).max(AGENT_PATTERN_MAX_LENGTH)).max(AGENT_PATTERN_MAX_COUNT),
      { control: 'entries', section: 'who', default: [] },
    ),
    networks: field(z.array(zRange).max(MOST_RANGES), { control: 'entries', section: 'who', default: [] }),
    visits: field(z.int().min(1).max(VISIT_RATE_MAX_VISITS), {
      unit: 'wechat-shield.rule.visits.unit',
      section: 'who',
      default: 30,
    }),
    seconds: field(z.int().min(1).max(VISIT_RATE_MAX_SECONDS), {
      unit: 'wechat-shield.rule.seconds.unit',
      section: 'who',
      default: 60,
    }),
    /** Minutes of the day in TIME_ZONE; later than `to` it goes over midnight. */
    from: field(minute(), { control: 'minute', section: 'who', default: 0 }),
    to: field(minute(), { control: 'minute', section: 'who', default: MOST_MINUTE }),
    weekdays: field(z.array(z.enum(WEEKDAYS)).max(WEEKDAYS.length), {
      options: WEEKDAYS,
      control: 'several',
      section: 'who',
      default: [...WEEKDAYS],
    }),
    does: field(z.enum(ACTIONS), {
      list: true,
      filter: 'in',
      options: ACTIONS,
      control: 'radio',
      section: 'does',
      default: 'refuse',
    }),
    page: field(z.enum(PAGES), {
      list: 'hidden',
      options: PAGES,
      section: 'does',
      default: 'suitable',
    }),
    target: field(z.union([z.literal(''), targetUrl]), {
      list: 'hidden',
      control: 'url',
      autoComplete: 'off',
      section: 'does',
      default: '',
    }),
    /** An operator's may hold for everybody's codes. */
    applies_to: field(z.enum(REACHES), {
      list: true,
      filter: 'equals',
      options: REACHES,
      control: 'radio',
      write: 'create',
      section: 'where',
      default: 'own',
    }),
    /** With `codes` what it is kept to; both empty: it holds for all. Codes that come into a group later are meant, too. */
    groups: field(z.array(zId).max(VISIT_SHIELD_MAX_GROUPS), {
      list: 'hidden',
      ref: groupReference,
      section: 'where',
      default: [],
    }),
    codes: field(z.array(zId).max(VISIT_SHIELD_MAX_LINKS), {
      list: 'hidden',
      ref: codeReference,
      section: 'where',
      default: [],
    }),
    /** Larger ones are asked first; of the same the newer ones. A new rule with 0 comes behind all of its set. */
    position: field(z.int().min(0).max(9_999), { list: 'hidden', sort: true, section: 'where', default: 0 }),
    /** From 1, in the order in which the rules of its set are asked, on or off. */
    rank: field(z.int(), { ...joined, list: true }),
    is_last: field(z.boolean(), joined),
    state: field(z.enum(['on', 'off']), {
      list: true,
      filter: 'equals',
      quick: true,
      options: ['on', 'off'],
      control: 'radio',
      section: 'where',
      default: 'on',
    }),
    /** Whoever made it has read that nobody gets through, and means it. */
    may_refuse_all: field(z.boolean(), { section: 'where', default: false }),
    /** What its refusals are counted under. */
    number: field(z.int(), { write: 'none', secret: true, unique: true, default: 0 }),
    /** Visits of people that it has refused, of the last 400 days, as far as they are counted. */
    refusal_number: field(z.int(), { ...joined, list: true }),
    /** No visit gets to it: those above take them all. `hidden_by`: the one that does so by itself. */
    is_hidden: field(z.boolean(), joined),
    hidden_by: field(z.string().nullable(), joined),
  },
  rules: [
    asks('region', 'countries', ['places']),
    asks('isp', 'isps'),
    asks('system', 'systems'),
    asks('device', 'devices'),
    asks('app', 'apps'),
    asks('language', 'languages'),
    asks('agent', 'patterns'),
    asks('addresses', 'networks'),
    asks('hours', 'weekdays'),
    {
      path: 'does',
      messageKey: 'wechat-shield.rule.fault.does',
      holds: ({ does, kind }) => does !== 'lead' || LEADING_KINDS.some((name) => name === kind),
    },
    {
      path: 'apps',
      messageKey: 'wechat-shield.rule.fault.programs',
      holds: ({ apps, does, kind }) =>
        does !== 'lead' || kind !== 'app' || (Array.isArray(apps) && treatsProgramsAsBrowsers(apps)),
    },
    {
      path: 'target',
      messageKey: 'wechat-shield.rule.fault.target',
      holds: ({ does, target }) => does !== 'lead' || (typeof target === 'string' && target !== ''),
    },
  ],
  indexes: [
    { keys: { owner: 1, applies_to: 1, position: 1, _id: 1 } },
    { keys: { applies_to: 1, position: 1, _id: 1 } },
  ],
  defaultSort: { field: 'position', order: 'desc' },
  menu: {
    route: 'shield_configuration',
    parent: 'shield',
    sort: 90,
    icon: 'filter',
    roles: ['administrator', 'agent', 'customer'],
  },
});
