import { Radio } from '@arco-design/web-react';
import { useQuery, useWords } from '@waypost/host-sdk';
import { SUMMARY_GROUPS } from '../calls.ts';

type Group = (typeof SUMMARY_GROUPS)[number];

/** By whom or what visits are summed up, in the address. */
export function GroupSwitch({ by }: { by: Group }) {
  const words = useWords();
  const [, set] = useQuery();
  return (
    <Radio.Group
      type="button"
      aria-label={words('qr.visit_summary.by')}
      value={by}
      options={SUMMARY_GROUPS.map((group) => ({
        value: group,
        label: words(`qr.visit_summary.by.${group}`),
      }))}
      onChange={(group: Group) =>
        set({ by: group === 'customer' ? undefined : group, page: undefined, search: undefined })
      }
    />
  );
}
