import type { BodyOf } from '@waypost/contract';
import type { ResourceBinding, SignedRequest } from '@waypost/sdk';
import { ipBlockOf, type PlatformContext } from '@waypost/sdk/platform';
import { addLines, faultAt } from '../../addresses/add-lines.ts';
import type { addServersCall } from './calls.ts';
import { serverAddress } from './resource.ts';

/** The functions behind resource `system.server_ip_black`. */
export function bindServerAddresses(context: PlatformContext): ResourceBinding<typeof serverAddress> {
  return {
    beforeCreate: async (body, { request }) => {
      // Only visits go by this list: whoever puts the own address on it locks nobody out.
      const found = ipBlockOf({
        text: body.ip,
        own: undefined,
        proxies: context.installation.trustedProxies(),
      });
      if ('fault' in found) throw faultAt('ip', found.fault);
      return { ...body, ip: found.ip, author: request.caller.account };
    },
  };
}

/**
 * Puts the lines that are right on the list, all in one transaction, and tells what is wrong with the others.
 * @throws AppError `invalid_input` 422 for more lines than one call takes
 */
export async function addServers(
  context: PlatformContext,
  { lines, treatment = 'bot', remark: shared = '' }: BodyOf<typeof addServersCall>,
  request: SignedRequest,
) {
  const author = request.caller.account;
  const { ips, faults } = await addLines(
    context,
    {
      resource: serverAddress,
      lines,
      own: undefined,
      // An exported list says for each what becomes of it.
      rowOf: ({ reason, third }) => ({
        treatment: third === 'bot' || third === 'refuse' ? third : treatment,
        remark: reason === '' ? shared : reason,
        author,
      }),
    },
    request,
  );
  await context.audit({
    type: 'system.server_ip_black.batch_add',
    after: { count: ips.length, ips, treatment, remark: shared },
    request,
  });
  return { added: ips.length, faults };
}
