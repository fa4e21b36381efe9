import { IconDownload } from '@arco-design/web-react/icon';
import { defineCall, rowSchema, zId } from '@waypost/contract';
import {
  Button,
  CopyText,
  copyText,
  Drawer,
  Facts,
  notify,
  PendingState,
  useCall,
  useGo,
  useWords,
} from '@waypost/host-sdk';
import { z } from 'zod';
import type { CodeRow } from '../../../codes/code-row.ts';
import { CodePicture } from '../../../codes/parts/CodePicture.tsx';
import { useQuickPicture } from '../../../codes/parts/use-quick-download.tsx';
import { codeResource } from '../../qr_code_list/resource.ts';
import styles from './made-link.module.css';

/** What the server has made of it: the answer to `add` lacks the design that a brand gives. */
const detailsCall = defineCall({
  area: codeResource.area,
  call: 'details',
  body: z.strictObject({ id: zId }),
  result: rowSchema(codeResource),
  access: { permission: 'qr.code:read' },
  summary: 'A code by its id',
});

interface MadeLinkProps {
  id: string;
  address: string;
  width: number;
  onAnother: () => void;
  onClose: () => void;
}

/** A link that has just been made: to copy, to print and to open. */
export function MadeLink({ id, address, width, onAnother, onClose }: MadeLinkProps) {
  const words = useWords();
  const { data, error, refetch } = useCall(detailsCall, { id });
  const copy = async () => {
    if (await copyText(address)) notify.success(words('copy.done'));
    else notify.error(words('copy.failed'));
  };
  return (
    <Drawer
      title={words('qr.short_link.is_made')}
      width={width}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onAnother}>{words('qr.short_link.another')}</Button>
          <Button kind="primary" onClick={() => void copy()}>
            {words('qr.short_link.copy')}
          </Button>
        </>
      }
    >
      <div className={styles.made}>
        <CopyText value={address} href={address} />
        {data === undefined ? (
          <PendingState error={error} onRetry={refetch} lines={6} />
        ) : (
          <MadePicture code={data} />
        )}
      </div>
    </Drawer>
  );
}

/** The picture of the link in the design that it was given, and where the link leads. */
function MadePicture({ code }: { code: CodeRow }) {
  const words = useWords();
  const go = useGo();
  const { download, isRunning } = useQuickPicture();
  return (
    <>
      <CodePicture address={code.qr_url} name={code.short_url} size={200} design={code.design} />
      <div className={styles.buttons}>
        <Button icon={<IconDownload />} isBusy={isRunning} onClick={() => void download(code, 'png')}>
          {words('qr.code.action.download_png')}
        </Button>
        <Button onClick={() => go('set_qr_code', { id: code.id })}>{words('qr.short_link.open_page')}</Button>
      </div>
      <Facts facts={[[words('qr.short_link.leads_to'), code.targets[0]?.url]]} />
    </>
  );
}
