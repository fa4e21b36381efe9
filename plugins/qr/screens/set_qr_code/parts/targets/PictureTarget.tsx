import {
  type ArrayItem,
  FileButton,
  FormField,
  PICTURE_FILES,
  useAction,
  useCall,
  useForm,
  useFormat,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { keptPictureCall, targetPictureCall } from '../../../qr_code_list/calls.ts';
import { CODE_BODY_BYTES, type Target } from '../../../qr_code_list/resource.ts';
import styles from './target.module.css';

/** What base64 and the names around it leave of a body. */
const PICTURE_MAX_BYTES = Math.floor((CODE_BODY_BYTES * 3) / 4) - 1024;
const MEGABYTE = 2 ** 20;

/** Chooses the picture that visitors press and hold, and shows it as they see it: the server draws it anew. */
export function PictureTarget({ item }: { item: ArrayItem<Target> }) {
  const words = useWords();
  const format = useFormat();
  const { setValue } = useForm();
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAction(targetPictureCall);
  const path = `${item.path}.picture`;
  const picture = item.value.picture ?? '';
  const take = async (file: File) => {
    const isTooLarge = file.size > PICTURE_MAX_BYTES;
    const megabytes = format.number(Math.floor((PICTURE_MAX_BYTES / MEGABYTE) * 10) / 10);
    setProblem(isTooLarge ? words('qr.set.target.picture.too_large', { megabytes }) : undefined);
    if (isTooLarge) return;
    const data = new Uint8Array(await file.arrayBuffer()).toBase64();
    try {
      setValue(path, (await run({ data })).picture);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <FormField path={path} label={words('qr.set.target.picture')} help={words('qr.set.target.picture.help')}>
      {({ id, isDisabled }) => (
        <div className={styles.picture}>
          {picture === '' ? null : <KeptPicture picture={picture} />}
          <div>
            <FileButton
              id={id}
              label={words('qr.set.target.picture')}
              accept={PICTURE_FILES}
              isBusy={isRunning}
              isDisabled={isDisabled}
              onFile={(file) => void take(file)}
            >
              {words(picture === '' ? 'qr.set.target.picture.choose' : 'qr.set.target.picture.replace')}
            </FileButton>
            {problem === undefined ? null : (
              <p className={styles.problem} role="alert">
                {problem}
              </p>
            )}
          </div>
        </div>
      )}
    </FormField>
  );
}

function KeptPicture({ picture }: { picture: string }) {
  const words = useWords();
  const [params] = useQuery();
  const id = params.get('id');
  const { data, error } = useCall(keptPictureCall, { picture, ...(id === null ? {} : { id }) });
  if (error) return <p className={styles.problem}>{words('qr.set.target.picture.gone')}</p>;
  if (data === undefined) return <div className={styles.shown} aria-busy="true" />;
  return (
    <img
      className={styles.shown}
      src={`data:image/png;base64,${data.data}`}
      alt={words('qr.set.target.picture')}
    />
  );
}
