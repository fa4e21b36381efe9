import { Alert } from '@arco-design/web-react';
import { IconDownload } from '@arco-design/web-react/icon';
import {
  Button,
  CopyText,
  copyText,
  downloadFile,
  notify,
  Panel,
  PendingState,
  QrPicture,
  useCall,
  useWords,
} from '@waypost/host-sdk';
import { RatioNote } from '../../../agents/parts/RatioNote.tsx';
import { invitationCall } from '../calls.ts';
import styles from './customers.module.css';
import { picturePng, pictureSvg } from './draw-picture.ts';

/** The address by which others become customers of the reader, to be copied, and its picture, to be saved or scanned. */
export function InvitationPanel() {
  const words = useWords();
  const { data, error, refetch } = useCall(invitationCall, {});
  if (data === undefined)
    return (
      <Panel title={words('wallet.invitation.title')}>
        <PendingState error={error} onRetry={refetch} lines={4} />
      </Panel>
    );
  const { url, code, picture, is_open } = data;
  const save = async () => {
    const png = await picturePng(picture);
    if (png === undefined) notify.error(words('wallet.invitation.no_picture'));
    else downloadFile(`${code}.png`, png);
  };
  const copy = async () => {
    if (await copyText(url)) notify.success(words('wallet.invitation.copied'));
    else notify.error(words('copy.failed'));
  };
  return (
    <Panel title={words('wallet.invitation.title')}>
      <div className={styles.invite}>
        <QrPicture picture={picture} label={words('wallet.invitation.picture', { code })} side={168} />
        <div className={styles.words}>
          <p>{words('wallet.invitation.text')}</p>
          <RatioNote />
          {is_open ? null : <Alert type="warning" content={words('wallet.invitation.closed')} />}
          <div className={styles.address}>
            <CopyText value={url} isWhole />
          </div>
          <div className={styles.buttons}>
            <Button kind="primary" onClick={() => void copy()}>
              {words('wallet.invitation.copy')}
            </Button>
            <Button icon={<IconDownload />} onClick={() => void save()}>
              {words('wallet.invitation.png')}
            </Button>
            <Button icon={<IconDownload />} onClick={() => downloadFile(`${code}.svg`, svgOf(picture))}>
              {words('wallet.invitation.svg')}
            </Button>
          </div>
        </div>
      </div>
    </Panel>
  );
}

const svgOf = (picture: { size: number; path: string }): Blob =>
  new Blob([pictureSvg(picture)], { type: 'image/svg+xml' });
