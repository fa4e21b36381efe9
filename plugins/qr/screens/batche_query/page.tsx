import {
  ExportButton,
  listWish,
  ResourceList,
  useClient,
  useFormat,
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { batchQueryCall, batchQueryExportCall, zBatchQueryExport } from './calls.ts';
import { AskPanel } from './parts/AskPanel.tsx';
import { foundColumns } from './parts/found-columns.tsx';
import { useAsked } from './parts/use-asked.ts';
import { batchQuery } from './resource.ts';

/** What is behind many codes, links and domains that somebody has in a list: pasted, and looked up at once. */
export function Page() {
  const words = useWords();
  const format = useFormat();
  const client = useClient();
  const may = usePermission();
  const [params, setQuery] = useQuery();
  const [lines, ask] = useAsked();
  const [hasBlocks, setHasBlocks] = useState(false);
  const seesOwners = may('qr.code:read_all');
  return (
    <AskPanel
      lines={lines}
      onAsk={(next) => {
        ask(next);
        setQuery({ page: undefined, status: undefined });
      }}
    >
      {lines === '' ? null : (
        <ResourceList
          resource={batchQuery}
          exports="beside"
          title="qr.batch_query.found"
          load={async (query, signal) => {
            const page = await client.call(batchQueryCall, batchQueryCall.body.parse(query), { signal });
            setHasBlocks(page.has_blocks);
            return page;
          }}
          extraFilters={{ lines }}
          form={false}
          owners={false}
          filters={hasBlocks ? ['status', 'block_status'] : ['status']}
          toolbar={
            may('qr.batch_query:export') ? (
              <ExportButton
                call={batchQueryExportCall}
                body={zBatchQueryExport.parse({ ...listWish(batchQuery, params), lines })}
              />
            ) : null
          }
          columns={foundColumns({ words, format, seesOwners, hasBlocks })}
        />
      )}
    </AskPanel>
  );
}
