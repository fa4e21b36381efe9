import { type Fact, Facts, RelativeTime, useWords } from '@waypost/host-sdk';
import type { z } from 'zod';
import { LimitList } from '../plans/LimitList.tsx';
import type { zMembership } from './calls.ts';

/** What somebody has: the plan, its end, what it bounds. `more` stands behind the first lines. */
export function MembershipFacts({
  membership,
  more = [],
}: {
  membership: z.infer<typeof zMembership>;
  more?: readonly Fact[];
}) {
  const words = useWords();
  const { plan_name, until, grace_until, standing, limits } = membership;
  const facts: Fact[] = [
    [words('wallet.membership.plan'), plan_name === '' ? words('wallet.membership.no_plan') : plan_name],
  ];
  if (until !== null)
    facts.push([words('wallet.membership.until'), <RelativeTime key="until" value={until} mayLieAhead />]);
  if (standing === 'grace' && grace_until !== null)
    facts.push([
      words('wallet.membership.grace_until'),
      <RelativeTime key="grace" value={grace_until} mayLieAhead />,
    ]);
  return (
    <Facts
      facts={[
        ...facts,
        ...more,
        [words('wallet.membership.limits'), <LimitList key="limits" limits={limits} isInline />],
      ]}
    />
  );
}
