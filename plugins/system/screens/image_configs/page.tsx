import { IconDelete, IconPlayCircle, IconSwap } from '@arco-design/web-react/icon';
import { type RowOf, YesNo } from '@waypost/contract';
import {
  ResourceList,
  Tag,
  useAction,
  useFormat,
  useResource,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { UploadType } from '../../files/values.ts';
import { placeEmpty } from './calls.ts';
import { MoveDrawer } from './parts/MoveDrawer.tsx';
import { TestDrawer } from './parts/TestDrawer.tsx';
import { storagePlace } from './resource.ts';

export type PlaceRow = RowOf<typeof storagePlace>;
/** What only an S3-compatible storage is asked for. */
const OF_S3: ReadonlySet<string> = new Set([
  ...['endpoint', 'region', 'bucket', 'access_key_id', 'access_key_secret'],
]);
const SECTIONS = [
  { fields: ['name', 'upload_type', 'save_path', 'domain_name'] },
  { name: 's3', fields: [...OF_S3] },
];

/** Places in which files are kept: which is in use, whether each works, and a move from one to another. */
export function Page() {
  const words = useWords();
  const format = useFormat();
  const { reload } = useResource(storagePlace);
  const empty = useAction(placeEmpty);
  const track = useTrackOperation();
  const [tested, setTested] = useState<PlaceRow>();
  const [moved, setMoved] = useState<PlaceRow>();
  return (
    <>
      <ResourceList
        resource={storagePlace}
        title="menu.image_configs"
        form={{
          sections: SECTIONS,
          asks: (name, { upload_type }) => !OF_S3.has(name) || upload_type === UploadType.s3,
        }}
        columns={[
          { field: 'name', priority: 0 },
          {
            field: 'upload_type',
            width: 170,
            priority: 3,
            render: ({ upload_type }) => words(`system.image_configs.upload_type.${upload_type}`),
          },
          {
            field: 'in_use',
            width: 130,
            priority: 0,
            render: ({ in_use }) => (
              <Tag tone={in_use === YesNo.yes ? 'good' : 'neutral'}>
                {words(`system.image_configs.in_use.${in_use}`)}
              </Tag>
            ),
          },
          { field: 'files', width: 100, align: 'right', priority: 1 },
          {
            field: 'bytes',
            width: 120,
            align: 'right',
            priority: 2,
            render: ({ bytes }) => format.bytes(bytes),
          },
          { field: 'domain_name', width: 220, priority: 5 },
          { field: 'left', isHidden: true, align: 'right' },
          { field: 'save_path', isHidden: true },
          { field: 'endpoint', isHidden: true },
          { field: 'region', isHidden: true },
          { field: 'bucket', isHidden: true },
        ]}
        rowActions={[
          {
            name: 'test',
            label: 'system.image_configs.test',
            icon: <IconPlayCircle />,
            permission: 'system.image_configs:test',
            run: setTested,
          },
          {
            name: 'move_files',
            label: 'system.image_configs.move',
            icon: <IconSwap />,
            permission: 'system.image_configs:move_files',
            isVisible: ({ files }) => files > 0,
            run: setMoved,
          },
          {
            name: 'empty',
            label: 'system.image_configs.clear',
            icon: <IconDelete />,
            permission: 'system.image_configs:move_files',
            isDangerous: true,
            isVisible: ({ left }) => left > 0,
            confirm: ({ name, left, domain_name }) => ({
              title: words('system.image_configs.clear.title', { name }),
              text: words(`system.image_configs.clear.${domain_name === '' ? 'text' : 'text_of_domain'}`, {
                count: left,
                domain: domain_name,
              }),
              verb: words('system.image_configs.clear'),
            }),
            run: async ({ id }) => {
              // A failure has been told by then.
              const started = await empty.run({ id }).catch(() => undefined);
              if (started !== undefined) track(started.id);
            },
          },
        ]}
      />
      {tested ? (
        <TestDrawer
          place={tested}
          onClose={() => {
            setTested(undefined);
            void reload();
          }}
        />
      ) : null}
      {moved ? <MoveDrawer place={moved} onClose={() => setMoved(undefined)} /> : null}
    </>
  );
}
