import { SHELL_ROUTES } from '@waypost/contract';
import { createHashRouter, Navigate } from 'react-router-dom';
import { CustomerIndex } from '../layout/CustomerIndex.tsx';
import { CustomerLayout } from '../layout/CustomerLayout.tsx';
import { LoginRoute } from '../login/LoginRoute.tsx';
import { PublicScreen } from '../remote/PublicScreen.tsx';
import { ScreenHost } from '../remote/ScreenHost.tsx';
import { MaintainPage } from '../screens/MaintainPage.tsx';
import { RouteFault } from '../screens/RouteFault.tsx';

/** One splat for every screen: what stands behind a path is looked up in the menu, so the router never changes. */
export const router = createHashRouter([
  { path: '/', element: <Navigate to={`/${SHELL_ROUTES.login}`} replace />, errorElement: <RouteFault /> },
  { path: `/${SHELL_ROUTES.login}`, element: <LoginRoute />, errorElement: <RouteFault /> },
  {
    path: `/${SHELL_ROUTES.register}`,
    // A page that most visitors of the login page never open.
    hydrateFallbackElement: <div />,
    lazy: async () => ({ Component: (await import('../register/RegisterPage.tsx')).RegisterPage }),
    errorElement: <RouteFault />,
  },
  { path: `/${SHELL_ROUTES.maintain}`, element: <MaintainPage />, errorElement: <RouteFault /> },
  {
    path: `/${SHELL_ROUTES.customer}`,
    element: <CustomerLayout />,
    errorElement: <RouteFault />,
    children: [
      { index: true, element: <CustomerIndex /> },
      { path: '*', element: <ScreenHost /> },
    ],
  },
  { path: '*', element: <PublicScreen />, errorElement: <RouteFault /> },
]);
