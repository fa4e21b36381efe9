import { IconCopy, IconDownload, IconMore, IconPrinter, IconShareAlt } from '@arco-design/web-react/icon';
import {
  Button,
  confirmDanger,
  copyText,
  Drawer,
  MenuButton,
  type MenuItem,
  notify,
  PublicAddressNotice,
  type ThingHandle,
  useAction,
  useGo,
  usePermission,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { listOf } from '../../../../codes/list-of.ts';
import { DownloadPanel } from '../../../../codes/parts/DownloadPanel.tsx';
import { PrintSheet } from '../../../../codes/parts/print/PrintSheet.tsx';
import { useVisitorsOf } from '../../../../codes/parts/use-visitors-of.ts';
import { TRY_VISIT } from '../../../code_simulator/calls.ts';
import { liftCall } from '../../../qr_code_list/calls.ts';
import { FreezeDrawer } from '../../../qr_code_list/parts/FreezeDrawer.tsx';
import { codeResource } from '../../../qr_code_list/resource.ts';
import { PictureAddress } from '../PictureAddress.tsx';
import styles from './head.module.css';
import { useDuplicate } from './use-duplicate.ts';

type Open = 'download' | 'print' | 'freeze';

/** What can be done with a code from whichever tab; what is done seldom stands in a menu. */
export function CodeVerbs({ code, page }: { code: CodeRow; page: ThingHandle }) {
  const words = useWords();
  const go = useGo();
  const may = usePermission();
  const { duplicate, isRunning } = useDuplicate();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const items = useMoreVerbs(code, page, () => setOpen('freeze'));
  return (
    <>
      <Button icon={<IconDownload />} onClick={() => setOpen('download')}>
        {words('qr.page.download')}
      </Button>
      {may('qr.code:update') ? (
        <Button icon={<IconShareAlt />} onClick={() => go('set_qr_code', { id: code.id, tab: 'access' })}>
          {words('qr.page.share')}
        </Button>
      ) : null}
      <Button icon={<IconPrinter />} onClick={() => setOpen('print')}>
        {words('qr.page.print')}
      </Button>
      {may('qr.code:create') && !code.is_unclaimed ? (
        <Button icon={<IconCopy />} isBusy={isRunning} onClick={() => void duplicate(code)}>
          {words('qr.page.duplicate')}
        </Button>
      ) : null}
      <MenuButton label={`${words('list.more_actions')}: ${code.name}`} icon={<IconMore />} items={items} />
      <Drawer
        title={words('qr.page.download.title', { name: code.name })}
        isOpen={open === 'download'}
        onClose={close}
        width={520}
      >
        <div className={styles.download}>
          <PublicAddressNotice address={code.qr_url} />
          <DownloadPanel code={code} />
          <PictureAddress code={code} />
        </div>
      </Drawer>
      {open === 'print' ? <PrintSheet codes={[code]} onDone={close} /> : null}
      {open === 'freeze' ? <FreezeDrawer codes={[code]} onDone={page.reload} onClose={close} /> : null}
    </>
  );
}

function useMoreVerbs(code: CodeRow, page: ThingHandle, onFreeze: () => void): MenuItem[] {
  const words = useWords();
  const go = useGo();
  const may = usePermission();
  const { moveToBin } = useResource(codeResource);
  const lift = useAction(liftCall);
  const mayFreeze = may('qr.code_admin:freeze');
  const visitors = useVisitorsOf(code);
  const copyPictureAddress = async () => {
    if (await copyText(code.qr_url)) notify.success(words('copy.done'));
    else notify.error(words('copy.failed'));
  };
  const thaw = async () => {
    // A failure has been told by then.
    await lift.run({ ids: [code.id] }).catch(() => undefined);
    page.reload();
  };
  const remove = () =>
    confirmDanger({
      title: words('remove.title', { name: code.name }),
      text: words('qr.code.remove.confirm', { name: code.name }),
      verb: words('action.delete'),
      run: async () => {
        await moveToBin(code.id);
        notify.success(words('remove.binned', { name: code.name }));
        go(listOf(code));
      },
    });
  const offered: (MenuItem | false)[] = [
    may('qr.visit:read') && {
      name: 'visitors',
      label: words('qr.code.action.visitors'),
      onSelect: () => go('visitor', visitors),
    },
    {
      name: 'copy',
      label: words('qr.page.copy_picture_address'),
      onSelect: () => void copyPictureAddress(),
    },
    may(TRY_VISIT) && {
      name: 'simulate',
      label: words('qr.simulator.verb'),
      onSelect: () => go('code_simulator', { id: code.id }),
    },
    mayFreeze && {
      name: 'freeze',
      label: words(code.is_frozen ? 'qr.admin.change_reason' : 'qr.admin.freeze'),
      onSelect: onFreeze,
    },
    mayFreeze &&
      code.is_frozen && { name: 'lift', label: words('qr.admin.lift'), onSelect: () => void thaw() },
    may('qr.code:delete') && {
      name: 'remove',
      label: words('action.delete'),
      isDangerous: true,
      onSelect: () => void remove(),
    },
  ];
  return offered.filter((item) => item !== false);
}
