import { type PluginContext, tellNow } from '@waypost/sdk';
import { signerErrors } from './errors.ts';
import type { SigningRequest } from './signer.ts';

/** Right of those who are told. */
const RIGHT = 'wallet.tron:read';
/** What happens on any day: the signer is off or held, or a limit of the day is reached. Nobody has tried anything. */
const EVERYDAY: ReadonlySet<string> = new Set(
  [
    ...[signerErrors.signer_away, signerErrors.signer_locked, signerErrors.signer_held],
    signerErrors.limit_daily,
  ].map(({ code }) => code),
);

/** Writes down what the signer has refused, and tells whoever may see accounts where somebody may have tried something. */
export async function tellRefusal(
  context: PluginContext,
  request: SigningRequest,
  code: string,
): Promise<void> {
  const of = request.purpose === 'payout' ? request.withdrawal : request.run;
  const refusal = code.replace(/^wallet\./, '');
  context.log.warn({ purpose: request.purpose, of, refusal }, 'the signer has refused to sign');
  if (EVERYDAY.has(code)) return;
  await context.audit({
    type: 'wallet.tron.refuse',
    target: of,
    after: { purpose: request.purpose, refusal, transaction: request.raw_data_hex },
  });
  await tellNow(context, {
    to: { permission: RIGHT },
    words: 'wallet.notice.signer_refused',
    params: { of, refusal },
    plain: { title: 'The signer has refused to sign', content: `${request.purpose} ${of}: ${refusal}` },
    // Tried again and again it is told once.
    occasion: `signer/${request.purpose}/${of}/${refusal}`,
    screen: 'tron',
  });
}
