import { AppError, errors } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { qrErrors } from './errors.ts';
import { noteHosts } from './hosts/host-changes.ts';
import { linkOf } from './link.ts';

/** Publishes the links of codes, and notes which hosts they stand on; another plugin's link at the same address is `qr.code_taken`. */
export async function publishCodes(
  context: PluginContext,
  codes: readonly Parameters<typeof linkOf>[0][],
  session: Parameters<PluginContext['visits']['publish']>[1],
): Promise<void> {
  await noteHosts(context, codes, session);
  try {
    await context.visits.publish(codes.map(linkOf), session);
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== errors.duplicate.code) throw cause;
    const code = codes.map((one) => one.short_code).join(', ');
    throw qrErrors.codeTaken.create(
      { code },
      { cause, errors: [{ path: 'short_code', message: 'qr.fault.code_taken' }] },
    );
  }
}
