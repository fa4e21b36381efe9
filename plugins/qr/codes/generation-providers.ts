import { errors, SHORT_CODE_PATTERN } from '@waypost/contract';
import {
  GENERATION_PROVIDER_POINT,
  type GenerationProvider,
  type PluginContext,
  titledPoint,
} from '@waypost/sdk';
import { qrErrors } from './errors.ts';
import { isFree } from './new-code.ts';

/** Proposals that a provider is asked for at once. */
const PROPOSALS = 20;

/** Offers the point by which plugins propose short codes. */
export function offerGenerationProviders(context: PluginContext): void {
  context.points.offer(titledPoint(GENERATION_PROVIDER_POINT, '1.0.0', ['propose']));
}

export function generationProviders(context: PluginContext) {
  return context.points.contributions<GenerationProvider>(GENERATION_PROVIDER_POINT);
}

/**
 * The first proposal of a provider that a new code can have.
 * Errors: `invalid_input` 422 at `provider` when no active plugin brings it; `qr.no_free_code` 503 when nothing of what
 * it proposes can be had.
 */
export async function proposedShortCode(
  context: PluginContext,
  { hosts, owner, provider }: { provider: string; hosts: readonly string[]; owner: string },
): Promise<string> {
  const found = (await generationProviders(context)).find(({ name }) => name === provider);
  if (found === undefined)
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'provider', message: 'error.issue.contribution_unknown' }] },
    );
  const proposals: unknown = await found.contribution.propose({ count: PROPOSALS, owner });
  for (const short_code of Array.isArray(proposals) ? proposals.slice(0, PROPOSALS) : []) {
    if (typeof short_code !== 'string' || !SHORT_CODE_PATTERN.test(short_code)) continue;
    if (await isFree(context, { hosts, short_code })) return short_code;
  }
  throw qrErrors.noFreeCode.create();
}
