import { type BodyOf, type ResultOf, VISIT_LINK_MAX_PRINTED } from '@waypost/contract';
import type { PluginContext, Session, SignedRequest } from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { refuseMissing, refuseStale } from '../change-codes.ts';
import { qrErrors } from '../errors.ts';
import type { StoredCode } from '../link.ts';
import { codeScope } from '../scope.ts';
import type { changeDomainNameCall } from './calls.ts';
import { domainNames } from './domain-names.ts';
import { hostRefused } from './faults.ts';
import { type HostPlan, planHosts } from './plan-hosts.ts';
import { HOST_STEPS, type HostFields, type StepChange, stepsOf } from './values.ts';
import { writeHosts } from './write-hosts.ts';

/**
 * Puts codes on other hosts, all of them or none, or says what that would come to.
 * Errors: `not_found` 404; `stale_version` 409; `qr.domains_off` 409 while nobody says whose a domain is; `qr.domain_unknown`,
 * `qr.domain_unfit`, `qr.domain_twice` 422 at the field; `qr.code_taken`, `qr.printed_full` 409.
 */
export async function changeHosts(
  context: PluginContext,
  { ids, version, is_trial = false, ...change }: BodyOf<typeof changeDomainNameCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof changeDomainNameCall>> {
  const model = context.model(codeResource);
  const filter = { ...codeScope(request), _id: { $in: [...new Set(ids)] }, remove_time: null };
  const plan = async (session?: Session) => {
    const codes = await model
      .find(filter)
      .session(session ?? null)
      .lean();
    refuseMissing(ids, codes);
    requireDomains(context);
    if (version !== undefined) refuseStale(version, codes[0], change);
    return planHosts(context, codes, change, session);
  };
  if (is_trial) return countsOf(await plan());
  return context.transaction(async (session) => {
    const plans = await plan(session);
    for (const { code, fault } of plans) if (fault) throw refusedPlan({ code, fault }, change);
    await writeHosts(context, plans, { request, session });
    return countsOf(plans);
  });
}

/** @throws AppError `qr.domains_off` 409 */
export function requireDomains(context: PluginContext): void {
  if (domainNames(context) === undefined) throw qrErrors.domainsOff.create();
}

/**
 * What is stored of the hosts of a code that its form changes; undefined: they stay.
 * Errors as of `changeHosts`.
 */
export async function changedHosts(
  context: PluginContext,
  { code, change }: { code: StoredCode; change: StepChange },
  session: Session,
): Promise<HostFields | undefined> {
  const before = stepsOf(code);
  const isChanged = HOST_STEPS.some((step) => change[step] !== undefined && change[step] !== before[step]);
  if (!isChanged) return undefined;
  requireDomains(context);
  const [plan] = await planHosts(context, [code], change, session);
  if (plan?.fault) throw refusedPlan({ code, fault: plan.fault }, change);
  return plan?.fields;
}

function refusedPlan(
  { code, fault: { step, fault } }: Required<Pick<HostPlan, 'code' | 'fault'>>,
  change: StepChange,
) {
  const host = change[step] ?? '';
  if (fault === 'reserved')
    return qrErrors.codeReserved.create(
      { code: code.short_code },
      { errors: [{ path: step, message: 'qr.fault.code_reserved' }] },
    );
  if (fault === 'taken')
    return qrErrors.codeTaken.create(
      { code: code.short_code },
      { errors: [{ path: step, message: 'qr.fault.domain_taken', params: { code: code.short_code } }] },
    );
  if (fault === 'full') {
    const params = { name: code.name, most: VISIT_LINK_MAX_PRINTED };
    return qrErrors.printedFull.create(params, {
      errors: [{ path: step, message: 'error.qr.printed_full', params }],
    });
  }
  return hostRefused(fault, host || stepsOf(code)[step], step);
}

function countsOf(plans: readonly HostPlan[]): ResultOf<typeof changeDomainNameCall> {
  const of = (isCounted: (plan: HostPlan) => boolean) => plans.filter(isCounted).length;
  return {
    changed: of(({ fields }) => fields !== undefined),
    keeps: of(({ fields, print }) => fields !== undefined && print === 'keeps'),
    stops: of(({ fields, print }) => fields !== undefined && print === 'stops'),
    refused: of(({ fault }) => fault !== undefined),
  };
}
