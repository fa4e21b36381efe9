import { Alert } from '@arco-design/web-react';
import { ResourceForm, ThingPage, useFormat, useWords } from '@waypost/host-sdk';
import { printBatchResource } from '../resource.ts';
import type { BatchRow } from '../row.ts';
import { BatchCodes } from './BatchCodes.tsx';
import { BatchState } from './BatchState.tsx';
import { BatchVerbs } from './BatchVerbs.tsx';
import styles from './batch.module.css';

/** Milliseconds between looks at how far the making has come. */
const LOOK_EVERY = 2_000;
const SECTIONS = [{ fields: ['name', 'remark'] }];

/** The page of a batch: its codes, to be printed and claimed, and what it is called. */
export function BatchPage() {
  const words = useWords();
  return (
    <ThingPage
      resource={printBatchResource}
      back={{ screen: 'print_batch', label: 'menu.print_batch' }}
      state={(batch) => <BatchState batch={batch} />}
      refetchEvery={({ state }) => (state === 'making' ? LOOK_EVERY : false)}
      facts={(batch) => <Counts batch={batch} />}
      actions={(batch, page) => <BatchVerbs batch={batch} page={page} />}
      notice={(batch) =>
        batch.state === 'ready' && batch.claimed === 0 ? (
          <Alert
            type="info"
            content={words(`qr.print_batch.how${batch.has_claim_codes ? '.claim_codes' : ''}`)}
          />
        ) : null
      }
      tabs={[
        {
          name: 'codes',
          title: 'qr.print_batch.codes',
          permission: 'qr.code:read',
          content: (batch) => <BatchCodes batch={batch} />,
        },
        {
          name: 'settings',
          title: 'qr.print_batch.tab.settings',
          permission: 'qr.print_batch:update',
          content: (batch, page) => (
            <div className={styles.form}>
              <ResourceForm
                key={batch.version}
                resource={printBatchResource}
                mode="edit"
                row={batch}
                sections={SECTIONS}
                onSaved={page.reload}
              />
            </div>
          ),
        },
      ]}
    />
  );
}

/** How far it is made and claimed, in a line. */
function Counts({ batch }: { batch: BatchRow }) {
  const words = useWords();
  const format = useFormat();
  const { claimed, made, size } = batch;
  const number = { made: format.number(made), size: format.number(size), claimed: format.number(claimed) };
  return (
    <span>
      {words(made < size ? 'qr.print_batch.counts.making' : 'qr.print_batch.counts', {
        ...number,
        count: size,
      })}
    </span>
  );
}
