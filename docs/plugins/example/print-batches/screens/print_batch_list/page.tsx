import { downloadFile, ResourceList, useClient } from '@waypost/host-sdk';
import { codesCall } from './calls.ts';
import { batch } from './resource.ts';

/** Milliseconds between looks at how far the making has come. */
const REFETCH_EVERY = 2000;

/** Batches of stickers: order one, see it made, hand its codes to the printer. */
export function Page() {
  const client = useClient();
  return (
    <ResourceList
      resource={batch}
      refetchEvery={REFETCH_EVERY}
      tones={{ state: { making: 'info', ready: 'good' } }}
      rowActions={[
        {
          name: 'codes',
          label: 'print-batches.batch.codes',
          isVisible: (row) => row.state === 'ready',
          run: async (row) => {
            const { name, text } = await client.call(codesCall, { id: row.id });
            downloadFile(`${name}.csv`, text);
          },
        },
      ]}
    />
  );
}
