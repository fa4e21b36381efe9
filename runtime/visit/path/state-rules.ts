import { VISIT_LINK_STATES } from '@waypost/contract';
import type { Clock } from '@waypost/sdk';
import type { ClientAddressWriter } from '../../process/client-address.ts';
import type { RefusalKind } from '../answers/words.ts';
import { queryOf } from '../derive/query-of.ts';
import { within } from '../links/arena.ts';
import { IS_LIMITED, ONLY_VIA_SCAN, WECHAT_ONLY } from '../links/compiled-link.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { bitsOf, EXPIRY, HOST, pluginOf, ROW_WORDS, RULES, stateOf } from '../links/rows.ts';
import { isUsedUp, limitOf, viewsOf } from '../links/visit-limit.ts';
import { isWeChat } from '../rules/crawlers.ts';
import type { ScanTokens } from '../rules/scan-token.ts';
import { isTrial } from '../rules/trial.ts';
import type { Shares } from '../shares/shares.ts';
import {
  type BlockedVisitors,
  createBlockedCheck,
  createOwnCheck,
  type OwnBlocks,
} from './blocked-visitors.ts';
import { viewCount } from './limited-counts.ts';
import { type Tell, told } from './tell.ts';

function tellLimit(
  tell: Tell,
  index: LinkIndex,
  { ordinal, is_refused }: { ordinal: number; is_refused: boolean },
): void {
  const position = index.recordOf(ordinal);
  const [bytes, offset] = [index.arena.bytesAt(position), within(position)];
  tell({ check: 'limit', limit: limitOf(bytes, offset), views: viewsOf(bytes, offset), is_refused });
}

/** What each state of a link answers; `on` and unknown numbers are handled apart. */
const STATE_PAGES: readonly (RefusalKind | undefined)[] = [
  ...([undefined, 'gone', 'gone'] as const),
  ...(['frozen', 'paused', 'unclaimed'] as const),
];

/**
 * Looks that one mark is good for, in each process: with them the parts of a page that is shown. Whoever spreads the address of a
 * look has its visits counted beyond that.
 */
export const LOOKS_OF_A_MARK = 60;
/** Marks that are remembered; each is over after a minute. */
const MOST_MARKS = 10_000;

/** What a link's own state and its simple rules say of a visit; asked at each one. */
export function createStateRules(options: {
  index: LinkIndex;
  scanTokens: ScanTokens;
  clock: Clock;
  isPluginActive(plugin: string): boolean;
  blocked: BlockedVisitors;
  ownBlocks: OwnBlocks;
  writeClientAddress: ClientAddressWriter;
  shares: Shares;
  /** Whether counted visits are as well known as they will get. */
  areCountsKnown(): boolean;
  tell?: Tell | undefined;
}) {
  const { clock, index, isPluginActive, scanTokens, shares, tell } = options;

  const hasHadAll = (ordinal: number): boolean => {
    if (!shares.isOn) {
      const position = index.recordOf(ordinal);
      return isUsedUp(index.arena.bytesAt(position), within(position));
    }
    const count = viewCount(index, ordinal);
    return count !== undefined && shares.look(count, false) === 'full';
  };
  /** What is to be waited for before it is known whether a link has had its visits. */
  const expiryWait = (ordinal: number): Promise<void> | undefined => {
    if (!options.areCountsKnown()) return undefined;
    const count = viewCount(index, ordinal);
    return count !== undefined && shares.look(count, true) === 'ask' ? shares.wait(count.counter) : undefined;
  };

  const placeOf = (ordinal: number, code: string, at: number) => ({
    id: index.idOf(ordinal),
    host: index.hosts.nameOf(index.rows[at * ROW_WORDS + HOST] as number),
    code,
  });

  /** `at`: where the visit stands, which is another link's place on the way to this one. */
  const isScanned = (ordinal: number, code: string, request: Request, at = ordinal): boolean => {
    // Nobody has signed nothing: most visits carry no token, and none is worked out for them.
    if (!request.url.includes('s=')) return false;
    const token = queryOf(request.url).get('s') ?? '';
    if (token === '') return false;
    const place = placeOf(ordinal, code, at);
    return scanTokens.isScanToken(place, token) || scanTokens.isPass(place, token, clock.now());
  };

  /** The mark of the picture, for who has scanned and needs longer than a pass lasts; undefined for all others. */
  const scanMark = (ordinal: number, code: string, request: Request, at = ordinal): string | undefined =>
    isScanned(ordinal, code, request, at) ? scanTokens.scanToken(placeOf(ordinal, code, at)) : undefined;

  const looks = new Map<string, number>();
  /** Whether somebody may only look, by the mark in the path: one look more is taken from it. */
  const mayLook = (ordinal: number, code: string, mark: string): boolean => {
    const taken = looks.get(mark) ?? 0;
    if (taken >= LOOKS_OF_A_MARK) return false;
    if (!isTrial(scanTokens, placeOf(ordinal, code, ordinal), { mark, now: clock.now() })) return false;
    // The oldest is over long before so many others were made.
    if (taken === 0 && looks.size >= MOST_MARKS)
      for (const [oldest] of looks.entries().take(1)) looks.delete(oldest);
    looks.set(mark, taken + 1);
    return true;
  };

  const refusalOf = (
    ordinal: number,
    code: string,
    request: Request,
    userAgent: string,
    at = ordinal,
  ): RefusalKind | undefined => {
    const { rows } = index;
    const row = ordinal * ROW_WORDS;
    const packed = rows[row + RULES] as number;
    if (!isPluginActive(index.plugins.nameOf(pluginOf(packed)))) {
      tell?.({ check: 'state', state: 'plugin_off', is_refused: true });
      return 'unknown';
    }
    const state = stateOf(packed);
    tell?.({ check: 'state', state: VISIT_LINK_STATES[state] ?? 'off', is_refused: state !== 0 });
    if (state !== 0) return STATE_PAGES[state] ?? 'unknown';
    const expires = rows[row + EXPIRY] as number;
    const isOver = expires !== 0 && clock.now() >= expires * 1000;
    tell?.({ check: 'expiry', expires_at: timeOf(expires), is_refused: isOver });
    if (isOver) return 'gone';
    const rules = bitsOf(packed);
    if ((rules & IS_LIMITED) !== 0) {
      if (!options.areCountsKnown()) return 'unavailable';
      const is_refused = hasHadAll(ordinal);
      if (tell !== undefined) tellLimit(tell, index, { ordinal, is_refused });
      if (is_refused) return 'gone';
    }
    if ((rules & ONLY_VIA_SCAN) !== 0) {
      const is_met = isScanned(ordinal, code, request, at);
      tell?.({ check: 'scan', is_met, is_refused: !is_met });
      if (!is_met) return 'onlyViaScan';
    }
    if ((rules & WECHAT_ONLY) !== 0) {
      const is_met = isWeChat(userAgent);
      tell?.({ check: 'wechat', is_met, is_refused: !is_met });
      if (!is_met) return 'weChatOnly';
    }
    return undefined;
  };

  return {
    expiryWait,
    isBlocked: told(tell, 'block_list', createBlockedCheck(options)),
    isRefusedByOwner: told(tell, 'owner_list', createOwnCheck(options)),
    isScanned,
    mayLook,
    refusalOf,
    scanMark,
  };
}

/** Of seconds since 1970; null for 0, which is never. */
const timeOf = (seconds: number): string | null =>
  seconds === 0 ? null : new Date(seconds * 1000).toISOString();
