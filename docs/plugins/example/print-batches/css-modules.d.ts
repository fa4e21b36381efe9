/// <reference types="@waypost/host-sdk/css-modules" />
