import {
  ExportButton,
  ResourceList,
  readListState,
  toQuery,
  useClient,
  useFormat,
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { batchQueryCall, batchQueryExportCall, type LineFound, zBatchQueryExport } from './calls.ts';
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
          title="qr.batch_query.found"
          load={async (query, signal) => {
            const page = await client.call(batchQueryCall, batchQueryCall.body.parse(query), { signal });
            setHasBlocks(page.has_blocks);
            return { ...page, content: page.content.map(listRow) };
          }}
          extraFilters={{ lines }}
          form={false}
          owners={false}
          toolbar={
            may('qr.batch_query:export') ? (
              <ExportButton call={batchQueryExportCall} body={exportBody(lines, params)} />
            ) : null
          }
          columns={foundColumns({ words, format, seesOwners, hasBlocks })}
        />
      )}
    </AskPanel>
  );
}

/** Every row that the list finds, on all its pages. */
function exportBody(lines: string, params: URLSearchParams) {
  const { page: _, page_size: __, ...query } = toQuery(readListState(batchQuery, params));
  return zBatchQueryExport.parse({ ...query, lines });
}

// The list asks for the columns of every stored row; a line is none and has no versions.
function listRow({ owner, ...line }: LineFound) {
  return { ...line, ...(owner === undefined ? {} : { owner }), version: 0, create_time: '', update_time: '' };
}
