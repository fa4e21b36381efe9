import { Alert } from '@arco-design/web-react';
import { IconDownload } from '@arco-design/web-react/icon';
import {
  CopyText,
  ExportButton,
  listWish,
  ReferenceLink,
  ResourceList,
  Tag,
  useAction,
  useClient,
  usePermission,
  useQuery,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { domainReference } from '../../domains/values.ts';
import { DOMAIN_TONES } from '../domain_list/parts/tones.ts';
import {
  type Resolution,
  resolutionCall,
  resolutionExportCall,
  zoneExportCall,
  zResolutionExport,
} from './calls.ts';
import styles from './resolution.module.css';
import { resolutionResource } from './resource.ts';

/** The DNS records that domains need, to copy one by one or to take along as a table or a zone. */
export function Page() {
  const words = useWords();
  const client = useClient();
  const may = usePermission();
  const [params] = useQuery();
  const track = useTrackOperation();
  const zone = useAction(zoneExportCall);
  const mayExport = may('domain.resolution:export');
  return (
    <ResourceList
      resource={resolutionResource}
      exports="beside"
      title="menu.export_domain_resolution"
      load={(query, signal) => client.call(resolutionCall, resolutionCall.body.parse(query), { signal })}
      form={false}
      owners={false}
      toolbar={({ isEmpty }) =>
        mayExport && !isEmpty ? (
          <ExportButton
            call={resolutionExportCall}
            body={zResolutionExport.parse(listWish(resolutionResource, params))}
          />
        ) : null
      }
      rowActions={
        mayExport && may('system.operation:read')
          ? [
              {
                name: 'zone',
                label: 'domain.resolution.zone.verb',
                icon: <IconDownload />,
                run: async (row) => {
                  // A failure has been told by then.
                  const started = await zone.run({ zone: row.zone }).catch(() => undefined);
                  if (started !== undefined) track(started.id);
                },
              },
            ]
          : []
      }
      columns={[
        { field: 'shown', render: (row) => <Needs row={row as unknown as Resolution} /> },
        {
          field: 'state',
          width: 150,
          priority: 2,
          render: ({ state }) => (
            <Tag tone={DOMAIN_TONES.state[state]}>{words(`domain.domain.state.${state}`)}</Tag>
          ),
        },
        { field: 'zone', isHidden: true },
      ]}
    />
  );
}

/** A domain with its records, each part to copy. */
function Needs({ row: { id, is_whole, records, shown } }: { row: Resolution }) {
  const words = useWords();
  return (
    <div className={styles.needs}>
      <ReferenceLink reference={domainReference} id={id} title={shown} />
      {records.map(({ type, name, value }) => (
        <dl key={`${type} ${name} ${value}`} className={styles.record}>
          <dt>{type}</dt>
          <dd>
            <CopyText value={name} isWhole />
          </dd>
          <dd>
            <CopyText value={value} isWhole />
          </dd>
        </dl>
      ))}
      {is_whole ? null : <Alert type="warning" content={words('domain.resolution.no_address')} />}
    </div>
  );
}
