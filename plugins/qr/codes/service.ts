import { ShortCodeVisibility, YesNo } from '@waypost/contract';
import type { PluginContext, ResourceBinding } from '@waypost/sdk';
import { isOwnerPaused } from '../limits/paused-owners.ts';
import { isCounted, requireCodeRoom, requireLogRoom } from '../limits/room.ts';
import { requirePools } from '../pools/require-pools.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { claimBy } from './claims/settle-claims.ts';
import { requireReadable } from './design/check-design.ts';
import type { Studio } from './design/studio.ts';
import { fillRules } from './fill-rules.ts';
import { refuseFrozenState } from './frozen.ts';
import { inGroup, requireGroup } from './groups/in-group.ts';
import { changedHosts } from './hosts/change-hosts.ts';
import { addressesOf, placeOf } from './link.ts';
import { LISTED, NO_LINK } from './listed.ts';
import { checkNewCode, refuseTakenFileName, settleNewCode } from './new-code.ts';
import { addressSource, presentCodes, qrUrlOf } from './present.ts';
import { publishCodes } from './publish-codes.ts';
import { retireCode } from './retired-codes.ts';
import { codeScope } from './scope.ts';
import { createShareFields } from './share-password.ts';
import { type CodeStatus, statusFilter } from './status/rules.ts';
import { createVisitPasswords } from './visit-password.ts';

/** Functions behind the resource: each write publishes the code's link in its own transaction. */
export function bindCodes(context: PluginContext, studio: Studio): ResourceBinding<typeof codeResource> {
  const share = createShareFields(context);
  const visitPasswords = createVisitPasswords(context);
  return {
    filters: {
      status: (value) => statusFilter(value as CodeStatus, context.clock.date()),
      is_short_link: (value) => (value === true ? { is_link: true } : NO_LINK),
      host: (value) => ({ way_domains: String(value) }),
      tag: (value) => ({ tags: String(value) }),
      pool: (value) => ({ 'targets.pool': String(value) }),
      is_listed: (value) => (value === true ? LISTED : { visibility: ShortCodeVisibility.hide }),
      address_status: (value) => ({
        address_status: value === 'own' ? { $in: ['own', null] } : value,
      }),
    },
    prepareCreate: async (body, request) => {
      await share.prepare(body.share_password, 'add', request);
      await visitPasswords.prepare(body.visit_password, 'add', request);
      // Last, because it may ask a provider: what is refused anyway takes nothing from its quota.
      return checkNewCode(context, studio, body, request);
    },
    prepareUpdate: async ({ id, design, share_password, visit_password }, request) => {
      await share.prepare(share_password, 'update', request);
      await visitPasswords.prepare(visit_password, 'update', request);
      if (!design) return;
      const code = await context
        .model(codeResource)
        .findOne({ ...codeScope(request), _id: id })
        .lean();
      // The same look of the same address has been proved before.
      if (code && !Bun.deepEquals(code.design, design))
        await requireReadable(studio, qrUrlOf(context, placeOf(code)), design);
    },
    beforeCreate: async ({ share_password, visit_password, ...wanted }, { request, session }) => {
      const place = { owner: request.caller.id, session };
      const body = await inGroup(context, wanted, place);
      await requirePools(context, body.targets, place);
      return {
        ...(await settleNewCode(context, body, place)),
        ...(await share.fields({ file_name: body.file_name, share_password }, { session })),
        ...(await visitPasswords.fields({ has_password: body.has_password, visit_password })),
        published_rules: await fillRules(context, body.visit_rules ?? []),
        is_paused: await isOwnerPaused(context, place.owner, session),
      };
    },
    beforeUpdate: async ({ share_password, visit_password, ...body }, { before, session }) => {
      const guard = { has_password: body.has_password, visit_password };
      const sent = { ...body, ...(await visitPasswords.fields(guard, before)) };
      if (before) refuseFrozenState([before], sent.state);
      if (before && sent.group)
        await requireGroup(context, sent.group, { owner: String(before.owner), session });
      if (before) await requirePools(context, sent.targets, { owner: String(before.owner), session });
      // Another limit may not be used up.
      const limit = sent.expires_after === undefined ? {} : { used_up_at: null };
      // Rules that are not sent stay as they were published, whatever became of the plugins that declared their kinds.
      const change = sent.visit_rules
        ? { ...sent, ...limit, published_rules: await fillRules(context, sent.visit_rules, before) }
        : { ...sent, ...limit };
      if (before) {
        await refuseTakenFileName(context, {
          file_name: change.file_name,
          owner: String(before.owner),
          except: String(before._id),
          session,
        });
      }
      const claim =
        before?.is_unclaimed && sent.targets ? await claimBy(context, before, { session, ...sent }) : {};
      const hosts = before ? await changedHosts(context, { code: before, change: sent }, session) : undefined;
      const touchesSharing = share_password !== undefined || change.file_name !== undefined;
      if (!before || !touchesSharing) return { ...change, ...claim, ...hosts };
      const sharing = { file_name: change.file_name, share_password };
      return { ...change, ...claim, ...hosts, ...(await share.fields(sharing, { before, session })) };
    },
    afterWrite: async (after, { before, session }) => {
      if (after && isCounted(after) && !(before && isCounted(before)))
        await requireCodeRoom(context, [after.owner], session);
      if (after?.open_log === YesNo.yes && before?.open_log !== YesNo.yes)
        await requireLogRoom(context, [after.owner], session);
      if (after) await publishCodes(context, [after], session);
      else if (before) await retireCode(context, before, session);
    },
    present: (rows, request) => presentCodes(context, rows, request),
    created: (code) => ({
      short_code: code.short_code,
      ...addressesOf(placeOf(code), addressSource(context)),
    }),
  };
}
