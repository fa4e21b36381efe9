import type { AppError } from '@waypost/contract';
import type { DomainName } from '@waypost/sdk';
import { qrErrors } from '../errors.ts';
import { HOST_STEPS, type HostStep, type HostSteps, STEP_TYPES } from './values.ts';

/** Why a code cannot be put on a host. */
export const HOST_FAULTS = ['unknown', 'unfit', 'twice', 'taken', 'reserved', 'full'] as const;
export type HostFault = (typeof HOST_FAULTS)[number];

/** A step that cannot be so, and why. */
export interface StepFault {
  step: HostStep;
  fault: 'unknown' | 'unfit' | 'twice';
}

/**
 * The first step that cannot be so. What stays as it was is not asked about again: who has a domain may have changed since.
 * @param names what the owner may use, by host
 */
export function stepFault(
  { steps, before }: { steps: HostSteps; before?: HostSteps | undefined },
  names: ReadonlyMap<string, DomainName>,
): StepFault | undefined {
  const seen = new Set<string>();
  for (const step of HOST_STEPS) {
    const host = steps[step];
    if (host === '') continue;
    if (seen.has(host)) return { step, fault: 'twice' };
    seen.add(host);
    if (host === before?.[step]) continue;
    const name = names.get(host);
    if (name === undefined) return { step, fault: 'unknown' };
    if (name.type !== STEP_TYPES[step]) return { step, fault: 'unfit' };
  }
  return undefined;
}

/** The refusal of a host. @param path the field that it stands at */
export function hostRefused(fault: 'unknown' | 'unfit' | 'twice', domain: string, path: string): AppError {
  const defined = {
    unknown: qrErrors.domainUnknown,
    unfit: qrErrors.domainUnfit,
    twice: qrErrors.domainTwice,
  }[fault];
  return defined.create({ domain }, { errors: [{ path, message: `qr.fault.domain_${fault}` }] });
}
