import {
  type DetailSlotProps,
  definePanel,
  StatFigure,
  useCall,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { countCall } from '../codes/count-call.ts';
import { todayCall } from '../screens/today_statistics/calls.ts';

/** How many codes a customer has, and how often they were visited today. */
function PersonFigures({ row: { id } }: DetailSlotProps) {
  const words = useWords();
  const may = usePermission();
  const { data: codes } = useCall(countCall, { owner: id });
  const { data: today } = useCall(todayCall, { owner: id }, { enabled: may('qr.visit:read') });
  return (
    <>
      <StatFigure label={words('qr.person.codes')} value={codes?.count} />
      {may('qr.visit:read') ? (
        <StatFigure label={words('qr.person.today')} value={today?.view_number} spark={today?.hours ?? []} />
      ) : null}
    </>
  );
}

export const contribution = definePanel(PersonFigures);
