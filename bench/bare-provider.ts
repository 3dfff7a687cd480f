// The peer of the token endpoint: oidc-provider by itself, which keeps tokens in memory and checks nothing beyond the grant.
import { Provider } from 'oidc-provider'

const [clientId = '', clientSecret = ''] = process.argv.slice(2)
const provider = new Provider('http://127.0.0.1', {
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  ttl: { ClientCredentials: 7200 },
})
const server = provider.listen(0, '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as { port: number }).port}`)
})
