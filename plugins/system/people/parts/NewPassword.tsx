import { Button, CopyText, Drawer, useWords } from '@waypost/host-sdk';

interface NewPasswordProps {
  name: string;
  password: string;
  onClose: () => void;
}

/** The random password of a reset: the only place where it is ever shown. */
export function NewPassword({ name, password, onClose }: NewPasswordProps) {
  const words = useWords();
  return (
    <Drawer
      title={words('system.administrator.new_password.title', { name })}
      isOpen
      onClose={onClose}
      width={420}
      footer={
        <Button kind="primary" onClick={onClose}>
          {words('system.administrator.new_password.close')}
        </Button>
      }
    >
      <p>{words('system.administrator.new_password.text')}</p>
      <CopyText value={password} />
    </Drawer>
  );
}
