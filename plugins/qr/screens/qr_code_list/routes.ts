import { errors, paging } from '@waypost/contract';
import { CODE_REMOTE, newId, type PluginContext, pictureService, requireRow } from '@waypost/sdk';
import { keepMeetings } from '../../codes/alike-codes.ts';
import { createBatchChange } from '../../codes/batch-change.ts';
import { changeCodes } from '../../codes/change-codes.ts';
import { codeRemote } from '../../codes/code-remote.ts';
import { countCall } from '../../codes/count-call.ts';
import { makeLogo } from '../../codes/design/make-logo.ts';
import { createStudio } from '../../codes/design/studio.ts';
import { mountFoundCodes } from '../../codes/found/found-codes.ts';
import {
  generationProviders,
  offerGenerationProviders,
  proposedShortCode,
} from '../../codes/generation-providers.ts';
import { readChanges } from '../../codes/history/read-changes.ts';
import { changeDomainNameCall, usableDomainsCall } from '../../codes/hosts/calls.ts';
import { changeHosts } from '../../codes/hosts/change-hosts.ts';
import { keepHostChanges } from '../../codes/hosts/host-changes.ts';
import { mountMoves } from '../../codes/hosts/move-operation.ts';
import { newHosts } from '../../codes/hosts/new-hosts.ts';
import { usableDomains } from '../../codes/hosts/usable-domains.ts';
import { stepsOf, wayOf } from '../../codes/hosts/values.ts';
import { addressesOf, originOf, placeOf } from '../../codes/link.ts';
import { claimShortCode, freeShortCode } from '../../codes/new-code.ts';
import { offerRuleKinds } from '../../codes/own-rule-kinds.ts';
import { pageLabelsCall, pagesCall } from '../../codes/pages/calls.ts';
import { findPages, offerPages } from '../../codes/pages/code-pages.ts';
import { pageLabels } from '../../codes/pages/page-labels.ts';
import { keepPicture, keptPictures } from '../../codes/picture-quota.ts';
import { addressSource, qrUrlOf } from '../../codes/present.ts';
import { keepRetiredCodes } from '../../codes/retired-codes.ts';
import { viewRuleKinds } from '../../codes/rule-kinds.ts';
import { codeScope } from '../../codes/scope.ts';
import { bindCodes } from '../../codes/service.ts';
import { shownPicture } from '../../codes/shown-picture.ts';
import { countedOf } from '../../limits/room.ts';
import type { ReadSettings } from '../../settings.ts';
import {
  batchUpdateCall,
  changesCall,
  draftCall,
  keptPictureCall,
  logoCall,
  lookCall,
  pictureCall,
  providersCall,
  ruleKindsCall,
  targetPictureCall,
  updateOpenLogCall,
  updateRestrictionVisitCall,
  updateUrlCall,
} from './calls.ts';
import { codeResource } from './resource.ts';

/** Mounts the resource and the calls that belong to it; docs/http.md, "Codes". */
export function mountCodes(context: PluginContext, readSettings: ReadSettings): void {
  const studio = createStudio();
  context.onDispose(studio.close);
  keepRetiredCodes(context);
  keepHostChanges(context);
  keepMeetings(context);
  context.resource(codeResource, bindCodes(context, studio));
  context.provide(CODE_REMOTE, codeRemote(context, studio));

  context.call(pictureCall, async ({ id, ...style }, request) => {
    const code = await requireRow(
      context
        .model(codeResource)
        .findOne({ ...codeScope(request), _id: id })
        .lean(),
    );
    return studio.draw(qrUrlOf(context, placeOf(code)), style, code.design ?? null);
  });
  context.call(countCall, async ({ owner }) => ({
    count: await context.model(codeResource).countDocuments(countedOf(owner)),
  }));
  context.call(lookCall, async ({ id }, request) => {
    const code = await requireRow(
      context
        .model(codeResource)
        .findOne({ ...codeScope(request), _id: id })
        .lean(),
    );
    // Where it answers: the hosts before pass visits on, and a look would arrive as a visit.
    const host = wayOf(stepsOf(code)).at(-1) ?? '';
    const path = await context.visits.trial({ id, host, code: code.short_code });
    return { address: `${originOf(host, context.platform.publicUrl)}${path}` };
  });
  context.call(logoCall, async ({ data }) => ({
    logo: await makeLogo(await pictureService(context).check(data)),
  }));

  keptPictures(context);
  context.call(targetPictureCall, ({ data }, request) =>
    keepPicture(context, { data, readSettings }, request),
  );
  context.call(keptPictureCall, (body, request) => shownPicture(context, body, request));
  offerGenerationProviders(context);
  context.call(providersCall, async (_body, { translate }) => ({
    providers: (await generationProviders(context)).map(({ name, contribution }) => ({
      name,
      title: translate(contribution.title),
    })),
  }));
  offerPages(context);
  context.call(pagesCall, (body, request) => findPages(context, body, request));
  context.call(pageLabelsCall, (body, request) => pageLabels(context, body, request));
  offerRuleKinds(context);
  context.call(ruleKindsCall, async (_body, { translate }) => ({
    kinds: viewRuleKinds(await context.visitRules.kinds(), translate),
  }));
  context.call(draftCall, async ({ provider, short_code: wanted, ...wish }, { caller }) => {
    const steps = await newHosts(context, wish, { owner: caller.id });
    const { domain } = steps;
    const short_code = await draftedCode({ hosts: wayOf(steps), owner: caller.id, provider, wanted });
    // The id that the code will have is not known yet, and with it what its picture will carry.
    const sample = addressesOf({ id: newId(context), domain, short_code }, addressSource(context));
    return { short_code, short_url: sample.short_url, sample_url: sample.qr_url };
  });

  async function draftedCode(wish: {
    hosts: readonly string[];
    owner: string;
    provider: string | undefined;
    wanted: string | undefined;
  }): Promise<string> {
    const { hosts, owner, provider, wanted } = wish;
    if (wanted !== undefined) {
      await claimShortCode(context, { hosts, short_code: wanted, owner });
      return wanted;
    }
    return provider === undefined
      ? freeShortCode(context, hosts)
      : proposedShortCode(context, { hosts, owner, provider });
  }

  context.call(updateUrlCall, ({ id, version, targets }, request) =>
    changeOne(context, { id, version, change: { targets } }, request),
  );
  context.call(updateRestrictionVisitCall, ({ id, version, visit_restriction, access_mode }, request) =>
    changeOne(context, { id, version, change: { visit_restriction, access_mode } }, request),
  );
  context.call(updateOpenLogCall, ({ id, version, open_log }, request) =>
    changeOne(context, { id, version, change: { open_log } }, request),
  );
  context.call(changeDomainNameCall, (body, request) => changeHosts(context, body, request));
  context.call(usableDomainsCall, (body, request) => usableDomains(context, body, request));
  mountMoves(context);
  mountFoundCodes(context);
  const changeMany = createBatchChange(context, studio);
  context.call(batchUpdateCall, changeMany);
  context.call(changesCall, (query, request) =>
    readChanges(context, { ...query, ...paging(query) }, request),
  );
}

async function changeOne(
  context: PluginContext,
  input: { id: string; version: number | undefined; change: Parameters<typeof changeCodes>[1]['change'] },
  request: Parameters<typeof changeCodes>[2],
): Promise<{ id: string; version: number }> {
  const { id, version, change } = input;
  const [changed] = await changeCodes(context, { ids: [id], version, change }, request);
  if (!changed) throw errors.notFound.create();
  return changed;
}
