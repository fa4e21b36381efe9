import { IconFile, IconLaunch } from '@arco-design/web-react/icon';
import type { RowOf } from '@waypost/contract';
import {
  CopyText,
  Facts,
  ResourceList,
  useFormat,
  usePermission,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { storedFile } from '../../../files/resource.ts';
import { PICTURE_KINDS } from '../../../files/values.ts';
import styles from './image-config.module.css';
import { UploadButton } from './UploadButton.tsx';

type FileRow = RowOf<typeof storedFile>;
/** On this host, whatever the public address of the place is: pages may show nothing of others. */
const ownAddress = (file: FileRow) => `/file/${file.address}`;

/** What is stored: who brought it, when, how large it is, and where it is kept. */
export function FileList() {
  const format = useFormat();
  const words = useWords();
  const may = usePermission();
  const { reload } = useResource(storedFile);
  return (
    <ResourceList
      resource={storedFile}
      call="inquire"
      form={false}
      {...(may('system.file:create') ? { begin: <UploadButton onUploaded={() => void reload()} /> } : {})}
      details={(file) => <FileDetails file={file} />}
      columns={[
        { field: 'name', priority: 0, render: (file) => <FileName file={file} /> },
        {
          field: 'kind',
          width: 170,
          priority: 3,
          render: ({ kind }) => words(`system.file.kind.${kind}`),
        },
        {
          field: 'size',
          width: 110,
          align: 'right',
          priority: 1,
          render: ({ size }) => format.bytes(size),
        },
        { field: 'place', width: 200, priority: 4 },
        {
          field: 'create_time',
          width: 150,
          priority: 2,
        },
      ]}
      rowActions={[
        {
          name: 'open',
          label: 'system.file.open',
          icon: <IconLaunch />,
          run: (file) => void window.open(ownAddress(file), '_blank', 'noopener'),
        },
      ]}
    />
  );
}

function FileName({ file }: { file: FileRow }) {
  return (
    <span className={styles.name}>
      {file.thumbnail === '' ? (
        <span className={`${styles.thumbnail} ${styles.plain}`}>
          <IconFile aria-hidden />
        </span>
      ) : (
        <img className={styles.thumbnail} src={`${ownAddress(file)}/thumbnail`} alt="" loading="lazy" />
      )}
      {file.name}
    </span>
  );
}

function FileDetails({ file }: { file: FileRow }) {
  const words = useWords();
  const format = useFormat();
  return (
    <div className={styles.stack}>
      {PICTURE_KINDS.includes(file.kind) ? (
        <img className={styles.large} src={ownAddress(file)} alt={file.name} />
      ) : null}
      <Facts
        facts={[
          [words('system.file.kind'), words(`system.file.kind.${file.kind}`)],
          [words('system.file.size'), format.bytes(file.size)],
          ...(file.width === 0
            ? []
            : ([[words('system.file.dimensions'), `${file.width} × ${file.height}`]] as const)),
          [words('system.file.added'), format.dateTime(file.create_time)],
          [words('system.file.url'), <CopyText key="url" value={file.url} shown={file.url} />],
        ]}
      />
    </div>
  );
}
