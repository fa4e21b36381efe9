import type { ResultOf } from '@waypost/contract';
import { newVersion, type PluginContext, requireRow, type SignedRequest } from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import type { regenerateCall } from '../../screens/short_code/calls.ts';
import { knownBy } from '../history/known-by.ts';
import { type StoredCode, shortUrlOf } from '../link.ts';
import { codeScope } from '../scope.ts';
import { chosenProvider } from './chosen-provider.ts';
import { type AddressFields, makeAddress } from './make-address.ts';

/**
 * Has a provider make a new address of a code. The short link under it stays, so what was printed goes on answering, and
 * so do earlier addresses as long as their maker keeps them. A trial that fails leaves the address that there is.
 * Errors: `not_found` 404; those of `chosenProvider`.
 */
export async function regenerateAddress(
  context: PluginContext,
  { id, provider }: { id: string; provider: string },
  request: SignedRequest,
): Promise<ResultOf<typeof regenerateCall>> {
  const model = context.model(codeResource);
  const filter = { ...codeScope(request), _id: id, remove_time: null };
  const code = await requireRow(model.findOne(filter).lean());
  const chosen = await chosenProvider(context, { provider });
  const url = shortUrlOf(code, context.platform.publicUrl);
  const wanted = { url, code: code.short_code, signal: request.signal };
  const made = await makeAddress(context, chosen, wanted);
  const version = await context.transaction(async (session) => {
    // While the provider thought, it may have gone, or to somebody else.
    const before = await requireRow(model.findOne(filter).session(session).lean());
    const change = changeOf(before, made);
    await model.updateOne(filter, newVersion(context, change), { session, timestamps: false });
    const { address = '', provider_name = '' } = before;
    await context.audit(
      {
        type: 'qr.code.update',
        target: id,
        before: { ...knownBy(before), address, provider_name },
        after: change,
        request,
      },
      session,
    );
    return before.version + 1;
  });
  const { address_error: fault } = made;
  return {
    version,
    address: made.address,
    fault: fault === null ? '' : request.translate(fault.message, fault.params),
  };
}

/** What is written: an address that works is kept when another one could not be made. */
function changeOf(before: StoredCode, made: AddressFields): Partial<AddressFields> {
  const { address_status, address_error } = made;
  return address_status === 'failed' && before.address ? { address_status, address_error } : made;
}
