import type { VisitShield } from '@waypost/contract';
import { PLATFORM_SCOPE } from '../store/collections.ts';
import { HAS_RULES, headOf, ruleSection, targetSections } from './compiled-link.ts';

/**
 * The host that shields stand on in the index, beside links: no visitor ever asks for it, as host names hold no colon. Their code is
 * the owner that they are of, or `EVERYBODY`.
 */
export const SHIELD_HOST = 'shield:';
/** In the place of an owner. */
export const EVERYBODY = 'all';

export function shieldKey(owner: string | null): string {
  return `${SHIELD_HOST}/${owner ?? EVERYBODY}`;
}

/** The rules of an owner or the platform in the compact form of a link: its targets say nothing, its rules stand where those of a link do. */
export function compileShield(shield: VisitShield): Buffer {
  const head = headOf({ owner: shield.owner ?? PLATFORM_SCOPE, plugin: shield.plugin }, 'on');
  const nothing = { address: SHIELD_HOST, weight: 0, threshold: 0, host: 0 };
  return Buffer.concat([head, ...targetSections([nothing], HAS_RULES), ruleSection(encodeShield(shield))]);
}

/** Equal rules have equal texts. */
function encodeShield({ rules }: VisitShield): string {
  return JSON.stringify(
    rules.map(({ number, kind, condition, action, links, groups }) => ({
      number,
      kind,
      condition,
      action,
      links,
      groups,
    })),
  );
}
