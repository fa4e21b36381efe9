import type { BodyOf, RowOf } from '@waypost/contract';
import type { ResourceBinding, SignedRequest } from '@waypost/sdk';
import { ipBlockOf, type PlatformContext } from '@waypost/sdk/platform';
import { addLines, faultAt } from '../../addresses/add-lines.ts';
import type { batchAddCall } from './calls.ts';
import { ipBlack } from './resource.ts';

type IpBlack = typeof ipBlack;
type BatchBody = BodyOf<typeof batchAddCall>;

/** The functions behind resource `system.ip_black`. */
export function bindIpBlack(context: PlatformContext): ResourceBinding<IpBlack> {
  const { clock } = context;
  const requireFuture = (expires_at: string | null | undefined) => {
    if (expires_at && Date.parse(expires_at) <= clock.now()) throw faultAt('expires_at', 'end');
  };
  return {
    filters: {
      state: (value) =>
        value === 'active'
          ? { $or: [{ expires_at: null }, { expires_at: { $gt: clock.date() } }] }
          : { expires_at: { $lte: clock.date() } },
    },
    present: async (rows) =>
      rows.map((row): RowOf<IpBlack> => ({ ...row, state: stateOf(row.expires_at ?? null, clock.now()) })),
    beforeCreate: async (body, { request }) => {
      const found = ipBlockOf({
        text: body.ip,
        own: request.address,
        proxies: context.installation.trustedProxies(),
      });
      if ('fault' in found) throw faultAt('ip', found.fault);
      requireFuture(body.expires_at);
      return { ...body, ip: found.ip, author: request.caller.account };
    },
    beforeUpdate: async ({ id: _id, version: _version, ...fields }) => {
      requireFuture(fields.expires_at);
      return fields;
    },
  };
}

function stateOf(expires_at: string | null, now: number): 'active' | 'ended' {
  return expires_at !== null && Date.parse(expires_at) <= now ? 'ended' : 'active';
}

/**
 * Puts the lines that are right on the list, all in one transaction, and tells what is wrong with the others.
 * @throws AppError `invalid_input` 422 for more lines than one call takes, and for an end that has passed
 */
export async function addBlocks(context: PlatformContext, body: BatchBody, request: SignedRequest) {
  const { expires_at = null, reason: shared = '' } = body;
  if (expires_at && Date.parse(expires_at) <= context.clock.now()) throw faultAt('expires_at', 'end');
  const { ips, faults } = await addLines(
    context,
    {
      resource: ipBlack,
      lines: body.lines,
      own: request.address,
      rowOf: ({ reason, expires_at: end }) => ({
        reason: reason === '' ? shared : reason,
        expires_at: end === undefined ? expires_at : end,
        author: request.caller.account,
      }),
    },
    request,
  );
  await context.audit({
    type: 'system.ip_black.batch_add',
    after: { count: ips.length, ips, reason: shared, expires_at },
    request,
  });
  return { added: ips.length, faults };
}
