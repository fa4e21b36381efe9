import type { TriedStep } from '@waypost/sdk';

/** The steps of each host in turn. A pool is counted beside its link: only what the visit is for the link is told. */
export function joinRounds(rounds: readonly (readonly TriedStep[])[]): TriedStep[] {
  const steps = rounds.flat();
  const counted = steps.findLast(({ check }) => check === 'count');
  return steps.filter((step) => step.check !== 'count' || step === counted);
}

/** The address that somebody is led to; null where there is none. */
export function addressOf(steps: readonly TriedStep[]): string | null {
  const jump = steps.findLast((step) => step.check === 'jump');
  return jump?.check === 'jump' ? jump.address : null;
}

/** The thousand that a share is of. */
const SHARE_OF = 1000;

/** Whether another draw could have led elsewhere. */
export function isByChance(steps: readonly TriedStep[]): boolean {
  return steps.some((step) => {
    if (step.check === 'rotation') return step.targets.some(({ chance }) => isOpen(chance));
    if (step.check === 'pool') return step.items.some(({ chance }) => isOpen(chance));
    if (step.check !== 'rule') return false;
    return step.conditions.some(
      ({ condition }) => 'share' in condition && isOpen((condition.share as number) / SHARE_OF),
    );
  });
}

const isOpen = (chance: number | null): boolean => chance !== null && chance > 0 && chance < 1;
