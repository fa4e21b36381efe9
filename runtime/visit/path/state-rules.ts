import type { Clock } from '@waypost/sdk';
import type { ClientAddressWriter } from '../../process/client-address.ts';
import type { RefusalKind } from '../answers/words.ts';
import { queryOf } from '../derive/query-of.ts';
import { within } from '../links/arena.ts';
import { IS_LIMITED, ONLY_VIA_SCAN, WECHAT_ONLY } from '../links/compiled-link.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { bitsOf, EXPIRY, HOST, pluginOf, ROW_WORDS, RULES, stateOf } from '../links/rows.ts';
import { isUsedUp } from '../links/visit-limit.ts';
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
}) {
  const { clock, index, isPluginActive, scanTokens, shares } = options;

  const isOver = (ordinal: number): boolean => {
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
    const token = queryOf(request.url).get('s') ?? '';
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
    if (!isPluginActive(index.plugins.nameOf(pluginOf(packed)))) return 'unknown';
    const state = stateOf(packed);
    if (state !== 0) return STATE_PAGES[state] ?? 'unknown';
    const expires = rows[row + EXPIRY] as number;
    if (expires !== 0 && clock.now() >= expires * 1000) return 'gone';
    const rules = bitsOf(packed);
    if ((rules & IS_LIMITED) !== 0) {
      if (!options.areCountsKnown()) return 'unavailable';
      if (isOver(ordinal)) return 'gone';
    }
    if ((rules & ONLY_VIA_SCAN) !== 0) {
      if (!isScanned(ordinal, code, request, at)) return 'onlyViaScan';
    }
    if ((rules & WECHAT_ONLY) !== 0 && !isWeChat(userAgent)) return 'weChatOnly';
    return undefined;
  };

  return {
    expiryWait,
    isBlocked: createBlockedCheck(options),
    isRefusedByOwner: createOwnCheck(options),
    isScanned,
    mayLook,
    refusalOf,
    scanMark,
  };
}
