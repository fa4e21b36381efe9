/** Addresses that show the sign-in form, as hash routes. */
const LOGIN = /^(#?\/?|#\/admin_login\/?)(\?.*)?$/;

/** Whether the address leads to the sign-in form and nobody is signed in on this device. */
export function isLoginPage(
  hash: string = location.hash,
  storage: Pick<Storage, 'getItem'> = localStorage,
): boolean {
  return LOGIN.test(hash) && storage.getItem('waypost.session') === null;
}
