import {
  type DetailSlotProps,
  definePanel,
  StatFigure,
  useCall,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import { membershipCall } from '../members/calls.ts';

/** Which plan a customer has, and until when. */
function PersonPlan({ row: { id } }: DetailSlotProps) {
  const words = useWords();
  const format = useFormat();
  const { data } = useCall(membershipCall, { account: id });
  const until = data?.until ?? null;
  return (
    <StatFigure
      label={words('wallet.membership.plan')}
      value={data && (data.plan_name || words('wallet.membership.no_plan'))}
      {...(until === null ? {} : { unit: words('wallet.person.until', { time: format.date(until) }) })}
    />
  );
}

export const contribution = definePanel(PersonPlan);
