import { notify, type RowAction, useClient, useFormat, useReloadArea, useWords } from '@waypost/host-sdk';
import { type Visitor, visitorsCall } from '../../screens/visitor/calls.ts';
import { eraseCall, keptVisitsCall } from '../calls.ts';

/** Whose visits of which code. */
interface Erased {
  /** The code's id and name. */
  id: string;
  name: string;
  ip: string;
}

/** Erasing the visits of an address of a code for good, where a person asks for it; `of` tells both of a row. */
export function useErase<Row>(of: (row: Row) => Erased): RowAction<Row> {
  const words = useWords();
  const format = useFormat();
  const client = useClient();
  const reloadKept = useReloadArea(keptVisitsCall.area);
  const reloadVisitors = useReloadArea(visitorsCall.area);
  return {
    name: 'erase',
    label: 'qr.kept_visit.erase',
    permission: 'qr.visit:erase',
    isDangerous: true,
    // Erased before, or of a code that is somebody else's by now.
    isVisible: (row) => of(row).ip !== '' && of(row).name !== '',
    confirm: (row) => ({
      title: words('qr.kept_visit.erase.title', { ip: of(row).ip }),
      text: words('qr.kept_visit.erase.text', { name: of(row).name }),
      verb: words('qr.kept_visit.erase'),
    }),
    run: async (row) => {
      const { id, ip } = of(row);
      const { erased } = await client.call(eraseCall, { id, ip });
      await Promise.all([reloadKept(), reloadVisitors()]);
      notify.success(words('qr.kept_visit.erased', { count: erased, shown: format.number(erased) }));
    },
  };
}

/**
 * The same beside a row of the list of visitors: of the code that it is about, and of all own codes at once, as somebody asks
 * who does not know which of them they visited.
 */
export function useEraseVisitor({ isOwn }: { isOwn: boolean }): RowAction<Visitor>[] {
  const words = useWords();
  const format = useFormat();
  const client = useClient();
  const reloadKept = useReloadArea(keptVisitsCall.area);
  const reloadVisitors = useReloadArea(visitorsCall.area);
  const ofOne = useErase<Visitor>(({ link, name, ip }) => ({ id: link, name, ip }));
  return [
    ofOne,
    {
      name: 'erase_all',
      label: 'qr.kept_visit.erase_all',
      permission: 'qr.visit:erase',
      isDangerous: true,
      // Among everybody's it would say nothing of the row that it stands beside.
      isVisible: ({ ip }) => isOwn && ip !== '',
      confirm: ({ ip }) => ({
        title: words('qr.kept_visit.erase_all.title', { ip }),
        text: words('qr.kept_visit.erase_all.text'),
        verb: words('qr.kept_visit.erase_all'),
      }),
      run: async ({ ip }) => {
        const { erased } = await client.call(eraseCall, { ip });
        await Promise.all([reloadKept(), reloadVisitors()]);
        notify.success(
          words('qr.kept_visit.erased_all', { ip, count: erased, shown: format.number(erased) }),
        );
      },
    },
  ];
}
