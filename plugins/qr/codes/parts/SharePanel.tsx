import { IconCopy, IconShareAlt } from '@arco-design/web-react/icon';
import {
  ApiError,
  Button,
  CopyText,
  confirmDanger,
  copyText,
  Facts,
  notify,
  RelativeTime,
  sealFor,
  useClient,
  useErrorText,
  usePermission,
  usePublicOrigin,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { startSharingCall, stopSharingCall } from '../../screens/share_access/calls.ts';
import type { CodeRow } from '../code-row.ts';
import { OwnShareDrawer } from './OwnShareDrawer.tsx';
import { makeSharePassword, shareLink } from './share-link.ts';
import styles from './told-once.module.css';

interface SharePanelProps {
  code: CodeRow;
  /** The code was written: load it anew. */
  onChanged: () => void;
}

interface Fresh {
  file_name: string;
  password: string;
}

/** Opens and closes the shared statistics of a code, one press each. The password is shown when it is set and never again. */
export function SharePanel({ code, onChanged }: SharePanelProps) {
  const words = useWords();
  const mayChange = usePermission()('qr.code:update');
  const [isChoosing, setChoosing] = useState(false);
  const { fresh, isBusy, start, stop, shared } = useSharing(code, onChanged);
  const isShared = fresh !== undefined || code.is_shared === true;
  const replace = () =>
    confirmDanger({
      title: words('qr.sharing.replace.title', { name: code.name }),
      text: words('qr.sharing.replace.text'),
      verb: words('qr.sharing.replace'),
      run: start,
    });
  return (
    <div className={styles.panel}>
      <p>{words(isShared ? 'qr.sharing.on' : 'qr.sharing.off')}</p>
      {fresh ? <FreshLink {...fresh} /> : isShared ? <KnownLink code={code} /> : null}
      {mayChange ? (
        <div className={styles.buttons}>
          {isShared ? (
            <>
              <Button isBusy={isBusy} onClick={() => void stop()}>
                {words('qr.sharing.stop')}
              </Button>
              <Button isBusy={isBusy} onClick={() => void replace()}>
                {words('qr.sharing.replace')}
              </Button>
            </>
          ) : (
            <Button icon={<IconShareAlt />} isBusy={isBusy} onClick={() => void start()}>
              {words('qr.sharing.start')}
            </Button>
          )}
          <Button kind="text" onClick={() => setChoosing(true)}>
            {words('qr.sharing.own')}
          </Button>
        </div>
      ) : null}
      {isChoosing ? (
        <OwnShareDrawer
          code={code}
          onClose={() => setChoosing(false)}
          onShared={(given) => {
            setChoosing(false);
            shared(given);
          }}
        />
      ) : null}
    </div>
  );
}

function useSharing({ id }: CodeRow, onChanged: () => void) {
  const words = useWords();
  const client = useClient();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [fresh, setFresh] = useState<Fresh>();

  async function alone(work: () => Promise<void>) {
    setBusy(true);
    try {
      await work();
      onChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  const start = () =>
    alone(async () => {
      const password = makeSharePassword((count) => crypto.getRandomValues(new Uint8Array(count)));
      const { area, call } = startSharingCall;
      // Sealed anew where the session had ended in between: a challenge is good for one use.
      const again = async () => ({
        id,
        share_password: await sealFor(client, password, { area, call, field: 'share_password' }),
      });
      const { file_name } = await client.call(startSharingCall, await again(), { again });
      setFresh({ file_name, password });
    });
  const stop = () =>
    alone(async () => {
      await client.call(stopSharingCall, { id });
      setFresh(undefined);
      notify.success(words('qr.sharing.stopped'));
    });
  const shared = (given: Fresh) => {
    setFresh(given);
    onChanged();
  };
  return { fresh, isBusy, start, stop, shared };
}

/** The whole link, for as long as the page stays open. */
function FreshLink({ file_name, password }: Fresh) {
  const words = useWords();
  const link = shareLink(usePublicOrigin(), { file_name, password });
  const copy = async () => {
    if (await copyText(link)) notify.success(words('qr.sharing.copied'));
    else notify.error(words('copy.failed'));
  };
  return (
    <div className={styles.fresh} role="status">
      <p>{words('qr.sharing.once')}</p>
      <CopyText value={link} />
      <Facts
        facts={[
          [words('qr.share.name'), <CopyText key="name" value={file_name} />],
          [words('qr.share.password'), <CopyText key="password" value={password} />],
        ]}
      />
      <Button kind="primary" icon={<IconCopy />} onClick={() => void copy()}>
        {words('qr.sharing.copy')}
      </Button>
    </div>
  );
}

/** What is known of a page that is shared already: the password is not. */
function KnownLink({ code }: { code: CodeRow }) {
  const words = useWords();
  const origin = usePublicOrigin();
  const { file_name, share_view_time } = code;
  return (
    <Facts
      facts={[
        [words('qr.share.name'), file_name],
        [words('qr.sharing.link'), <CopyText key="link" value={shareLink(origin, { file_name })} />],
        [
          words('qr.sharing.viewed'),
          share_view_time ? (
            <RelativeTime key="viewed" value={share_view_time} />
          ) : (
            words('qr.sharing.viewed.never')
          ),
        ],
      ]}
    />
  );
}
