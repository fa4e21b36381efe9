import {
  AccessMode,
  normalizeTarget,
  type RetiredLink,
  VISIT_LINK_STATES,
  type VisitLink,
  type VisitLinkState,
  type VisitPoolItem,
  VisitRestriction,
  type VisitTarget,
  YesNo,
} from '@waypost/contract';
import { addressHash } from '../rules/host-name.ts';
import { encodeRules } from '../rules/rule-text.ts';
import { EXTRA, type Extra, extraSection } from './extras.ts';
import { contentAddress, contentOf, poolAddress } from './link-content.ts';
import { encodeApps } from './target-apps.ts';

/**
 * The compact form of a link, kept in `visit_links.v` and copied into the index as it is. Little endian:
 *   0 format · 1 state · 2 u16 rule bits · 4 u32 expiry, seconds since 1970, 0 never · 8 owner, 12 bytes
 *   20 plugin length · 21 plugin · then the target section:
 *   u16 number of targets, each: u32 key · u32 weight · u32 threshold · u32 counted visits (0 here, but of pools) · u16 host hash
 *   · u16 address length · address (ASCII), or the name of what is shown in its place (link-content.ts)
 *   A removed link has no targets at all: what stays of a code that was purged. A pool has none while it is empty.
 *   With extras the number of targets has HAS_EXTRAS, and after the targets stand those (extras.ts).
 *   With rules it has HAS_RULES, and at the end stand u32 length · rules (visit-rules.ts).
 */
export const COMPILED_FORMAT = 1;
export const STATE_OFFSET = 1;
export const BITS_OFFSET = 2;
export const EXPIRY_OFFSET = 4;
export const OWNER_OFFSET = 8;
export const PLUGIN_OFFSET = 20;
export const TARGET_HEAD_BYTES = 20;
/** Bit in the number of targets: the link carries rules. */
export const HAS_RULES = 0x8000;
/** Bit in the number of targets: the link carries extras. */
export const HAS_EXTRAS = 0x4000;
/** The number of targets itself. */
export const TARGETS_MASK = 0x3fff;

/**
 * Rule bits: rotation model 0-1, jump type 2-4, only via scan 5, WeChat only 6, open log 7, shows something 8, passes on 9,
 * expires by visits 10, leads on when expired 11, hands query parameters on 12,
 * asks for a password 13, is a pool or leads to one 14, answers in capitals as well 15.
 */
export const ONLY_VIA_SCAN = 1 << 5;
export const WECHAT_ONLY = 1 << 6;
export const OPEN_LOG = 1 << 7;
/** Stands on a host before the one that answers: sends visits on to the link that its second target names. */
export const PASSES_ON = 1 << 9;
/** In the place of the next host's address. */
export const ANSWERED_HERE = 'here';
/** At least one target is shown, not led to: other links are not looked at for it. */
export const SHOWS_CONTENT = 1 << 8;
/** Expires by visits: `EXTRA.limit` says after how many. */
export const IS_LIMITED = 1 << 10;
/** Once expired it leads to `EXTRA.end`. */
export const ENDS_ELSEWHERE = 1 << 11;
/** Query parameters of a visit are handed on to the target. */
export const FORWARDS_QUERY = 1 << 12;
/** Visitors are asked for a password: `EXTRA.password` is its hash. */
export const HAS_PASSWORD = 1 << 13;
/** A link of which a target is a pool, or the pool itself (compiled-pool.ts). */
export const HAS_POOL = 1 << 14;
/** Its code, which is in small letters, answers however it is written. */
export const IGNORES_CASE = 1 << 15;
export const rotationOf = (bits: number): number => bits & 3;
export const jumpTypeOf = (bits: number): number => (bits >> 2) & 7;

/** Position of a state in the compact form; `on` is 0. */
export function stateNumber(state: VisitLinkState): number {
  return VISIT_LINK_STATES.indexOf(state);
}

/**
 * Names a target in the journal and in stored counts by its address, so that a changed order keeps its counts.
 * `before` is how many earlier targets of the link have the same address.
 */
export function targetKey(address: string, before: number): number {
  return Bun.hash.crc32(before === 0 ? address : `${address} ${before}`);
}

/** The key of each of a link's targets, in their order. Throws RangeError for a target that is not allowed. */
export function targetKeys(targets: readonly VisitTarget[]): number[] {
  const seen = new Map<string, number>();
  return targets.map((target) => {
    const { address } = placeOf(target);
    const before = seen.get(address) ?? 0;
    seen.set(address, before + 1);
    return targetKey(address, before);
  });
}

function bitsOf(link: VisitLink): number {
  return (
    link.rotation_model |
    (link.jump_type << 2) |
    (link.access_mode === AccessMode.onlyViaScan ? ONLY_VIA_SCAN : 0) |
    (link.visit_restriction === VisitRestriction.weChatOnly ? WECHAT_ONLY : 0) |
    (link.open_log === YesNo.yes ? OPEN_LOG : 0) |
    (link.targets.some((target) => !('url' in target)) ? SHOWS_CONTENT : 0) |
    (link.expires_after === undefined ? 0 : IS_LIMITED) |
    (link.expired_target === undefined ? 0 : ENDS_ELSEWHERE) |
    (link.forward_query === true ? FORWARDS_QUERY : 0) |
    (link.password_hash === undefined ? 0 : HAS_PASSWORD) |
    (link.targets.some((target) => 'pool' in target) ? HAS_POOL : 0) |
    caseBit(link)
  );
}

const caseBit = ({ ignore_case }: VisitLink): number => (ignore_case === true ? IGNORES_CASE : 0);

/**
 * Compiles a link that has passed the `visitLink` schema. Throws RangeError for a target that is not allowed.
 * @param views counted so far; asked for where the link expires by visits
 */
export function compileLink(link: VisitLink, views = 0): Buffer {
  const targets = link.targets.map((target) => ({ ...target, ...placeOf(target) }));
  const head = headOf(link, link.state);
  head.writeUInt16LE(bitsOf(link), BITS_OFFSET);
  const expiry = link.expires_at === undefined ? 0 : Math.ceil(Date.parse(link.expires_at) / 1000);
  head.writeUInt32LE(
    Math.min(Math.max(expiry, link.expires_at === undefined ? 0 : 1), 0xffffffff),
    EXPIRY_OFFSET,
  );
  const rules =
    link.rules === undefined || link.rules.length === 0 ? [] : [ruleSection(encodeRules(link.rules))];
  const extras = extrasOf(link, views);
  const flags = (rules.length === 0 ? 0 : HAS_RULES) | (extras.length === 0 ? 0 : HAS_EXTRAS);
  const own = extras.length === 0 ? [] : [extraSection(extras)];
  return Buffer.concat([head, ...targetSections(targets, flags), ...own, ...rules]);
}

function appsOf(targets: readonly VisitTarget[]): Buffer {
  const keys = targetKeys(targets);
  return encodeApps(
    targets.map((target, at) => ({
      key: keys[at] as number,
      apps: ('apps' in target && target.apps) || {},
    })),
  );
}

function extrasOf(link: VisitLink, views: number): Extra[] {
  const { expires_after, expired_target, group, name, password_hash } = link;
  const extras: Extra[] = [];
  if (expires_after !== undefined) {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt32LE(expires_after, 0);
    bytes.writeUInt32LE(Math.min(views, 0xffffffff), 4);
    extras.push({ kind: EXTRA.limit, bytes });
  }
  if (expired_target !== undefined) extras.push(endExtra(expired_target));
  if (password_hash !== undefined)
    extras.push({ kind: EXTRA.password, bytes: Buffer.from(password_hash, 'latin1') });
  const apps = appsOf(link.targets);
  if (apps.length > 0) extras.push({ kind: EXTRA.apps, bytes: apps });
  if (name !== undefined) extras.push({ kind: EXTRA.name, bytes: Buffer.from(name) });
  if (group !== undefined) extras.push({ kind: EXTRA.group, bytes: Buffer.from(group, 'hex') });
  return extras;
}

/** Where a link leads that has nothing else to lead to any more. */
export function endExtra(url: string): Extra {
  const { address, host } = placeOf({ url, weight: 0, threshold: 0 });
  const bytes = Buffer.alloc(2 + address.length);
  bytes.writeUInt16LE(host, 0);
  bytes.write(address, 2, 'latin1');
  return { kind: EXTRA.end, bytes };
}

/**
 * The compact form of a host before the one that answers: its first target is the next host's address, or
 * that visits are answered where they came; the second names the
 * link itself. State, expiry and rules are looked up there, so that they are written once.
 */
export function compilePassing(link: VisitLink, nextHost: string | undefined): Buffer {
  const head = headOf(link, 'on');
  head.writeUInt16LE(PASSES_ON | caseBit(link), BITS_OFFSET);
  const turn = { weight: 0, threshold: 0, host: 0 };
  const address = nextHost === undefined ? ANSWERED_HERE : `https://${nextHost}/${link.code}`;
  const next = { address, ...turn };
  return Buffer.concat([head, ...targetSections([next, { address: link.id, ...turn }], 0)]);
}

export interface PlacedTarget {
  address: string;
  /** What its key is made of, where that is not the address. */
  name?: string;
  /** 16 bits of its host. */
  host: number;
  weight: number;
  threshold: number;
  /** Counted visits so far, where they are known; 0 else. */
  counted?: number;
}

/** The number of targets with its flags, and the targets. */
export function targetSections(targets: readonly PlacedTarget[], flags: number): Buffer[] {
  const count = Buffer.alloc(2);
  count.writeUInt16LE(targets.length | flags);
  const seen = new Map<string, number>();
  const sections = targets.map((target) => {
    const { name = target.address } = target;
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    const section = Buffer.alloc(TARGET_HEAD_BYTES + target.address.length);
    section.writeUInt32LE(targetKey(name, before), 0);
    section.writeUInt32LE(target.weight, 4);
    section.writeUInt32LE(target.threshold, 8);
    section.writeUInt32LE(target.counted ?? 0, 12);
    section.writeUInt16LE(target.host, 16);
    section.writeUInt16LE(target.address.length, 18);
    section.write(target.address, TARGET_HEAD_BYTES, 'latin1');
    return section;
  });
  return [count, ...sections];
}

/** The address of a target with the 16 bits of its host; what is shown has none. */
export function placeOf(target: VisitTarget | VisitPoolItem): { address: string; host: number } {
  if ('pool' in target) return { address: poolAddress(target.pool), host: 0 };
  const shown = contentOf(target);
  if (shown !== undefined) return { address: contentAddress(shown.id), host: 0 };
  const address = 'url' in target ? normalizeTarget(target.url) : undefined;
  if (address === undefined) throw new RangeError('the address of a target is not allowed');
  return { address, host: addressHash(address) };
}

/** The compact form of an address that is kept and leads nowhere: a removed link without targets. */
export function compileRetired(link: RetiredLink): Buffer {
  return Buffer.concat([headOf(link, 'removed'), Buffer.alloc(2)]);
}

/** All before the targets: format, state, owner and plugin; no rule bits, no expiry. */
export function headOf(
  { owner, plugin }: Pick<RetiredLink, 'owner' | 'plugin'>,
  state: VisitLinkState,
): Buffer {
  const head = Buffer.alloc(PLUGIN_OFFSET + 1 + plugin.length);
  head[0] = COMPILED_FORMAT;
  head[STATE_OFFSET] = stateNumber(state);
  head.write(owner, OWNER_OFFSET, 'hex');
  head[PLUGIN_OFFSET] = plugin.length;
  head.write(plugin, PLUGIN_OFFSET + 1, 'latin1');
  return head;
}

/** What stands at the end of a compact form that has rules. */
export function ruleSection(rules: string): Buffer {
  const text = Buffer.from(rules);
  const section = Buffer.alloc(4 + text.length);
  section.writeUInt32LE(text.length, 0);
  text.copy(section, 4);
  return section;
}
