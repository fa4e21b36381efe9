import { AppError } from '@waypost/contract';
import type { CertificateFault, PluginContext } from '@waypost/sdk';
import type { Looked } from './stored.ts';
import type { Found, WatchFault } from './values.ts';

const LIMIT_MS = 5_000;
const FAULTS: Readonly<Record<CertificateFault, WatchFault>> = {
  expired: 'expired',
  not_yet_valid: 'not_yet_valid',
  wrong_name: 'wrong_name',
  self_signed: 'self_signed',
  unknown_issuer: 'unknown_issuer',
  other: 'certificate_other',
};

/** What a client that asks for a name is shown. Where nobody shows a certificate there is none to judge. */
export async function askCertificate(
  context: PluginContext,
  name: string,
): Promise<{ found: Found; certificate?: NonNullable<Looked['certificate']> }> {
  const begun = performance.now();
  const asked = () => ({ by: '', ms: Math.round(performance.now() - begun) });
  try {
    const { fault, chain } = await context.internet.certificate(name, { limitMs: LIMIT_MS });
    const [own] = chain;
    const found: Found =
      fault === null
        ? { finding: 'good', fault: '', ...asked() }
        : { finding: 'bad', fault: FAULTS[fault], ...asked() };
    if (own === undefined) return { found };
    const { notAfter, notBefore, issuer } = own;
    return { found, certificate: { until: new Date(notAfter), from: new Date(notBefore), issuer } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'internet_tls_failed')
      return { found: { finding: 'bad', fault: 'no_safe_connection', ...asked() } };
    const fault = error.code === 'internet_connection_refused' ? 'no_connection' : 'no_answer';
    return { found: { finding: 'unknown', fault, ...asked() } };
  }
}
