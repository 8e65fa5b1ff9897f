declare module 'aws4' {
  const aws4: {
    /** Signs a request in place, using its headers. */
    sign(
      request: {
        host: string;
        method: string;
        path: string;
        service: string;
        region: string;
        headers: Record<string, string>;
      },
      credentials: { accessKeyId: string; secretAccessKey: string },
    ): { headers: Record<string, string> };
  };
  export = aws4;
}

declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export class Provider {
    readonly Client: { prototype: { redirectUriAllowed(uri: string): boolean } };
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
