import { isLoginPage } from './light/is-login-page.ts';

// The split lets Module Federation settle the shared modules before anything uses one. The page before sign-in is small
// and stands by itself; everything else is loaded behind it, or at once where somebody is signed in.
const isLight = isLoginPage();
const whole = isLight ? undefined : import('./whole.tsx');
void import('./light/start.tsx').then(({ start }) => start(() => whole ?? import('./whole.tsx'), isLight));
