/** The templates of IBM Security Verify for which this service has neither a page nor a mail, by folder. */
const TEMPLATES: Readonly<Record<string, string>> = {
  'authentication/device_manager/error': 'device_manager_generic_error.html',
  'authentication/device_manager/maas360/android': 'maas_android_login.html',
  'authentication/device_manager/maas360/ios': 'kerberos_redirect.html',
  'authentication/device_manager/new_device':
    'trusteer_snippets_verifying_eu.html trusteer_snippets_verifying_us.html',
  'authentication/login/cloud_directory/username': 'username_recovery.xml',
  'authentication/login/identity_source/identity_linking': 'ask_for_otp_id.html ask_for_unique_id.html',
  'authentication/login/passthrough': 'passthrough_login_agent_bridge.html passthrough_login_maas360_ce.html',
  'authentication/mfa/adaptive': 'adaptative_access_snippets.html adaptative_access_snippets_error.html',
  'authentication/mfa/fido2': 'passwordless_fido2.html',
  'authentication/mfa/ibmverify': 'ibmverify.html',
  'authentication/mfa/knowledge_questions': 'knowledge_questions_answers.html',
  'authentication/mfa/sms': 'otp_delivery_sms.xml',
  'authentication/mfa/voice': 'otp_delivery_voice.xml',
  'authentication/oidc/custom_labels': 'custom_labels.properties',
  'authentication/oidc/device_flow':
    'user_authorize_denied.html user_authorize_error.html user_authorize_input.html user_authorize_permitted.html',
  'authentication/saml/error':
    'access_denied_error.html generic_error.html missing_component_error.html need_authentication_error.html protocol_error.html routing_error.html',
  'authentication/saml/sso':
    'saml_consent_to_federate.html saml_name_id_management_success.html saml_request_post.html saml_response_post.html',
  'authentication/wsf/sso': 'wsf_post_response.html',
  'notifications/user_management/legacy_deprecated':
    'user_self_care_adopter.properties user_self_care_forgotten_password_email.xml user_self_care_invite_registration_email.xml user_self_care_new_registration_email.xml user_self_care_registration_complete_email.xml user_self_care_registration_preverify_email.xml user_self_care_user_changed_email.xml user_self_care_verify_token_email.xml',
}

/** The paths of these templates, without the folder of the locale. */
export const ELSEWHERE: ReadonlySet<string> = new Set(
  Object.entries(TEMPLATES).flatMap(([folder, names]) => names.split(' ').map(name => `${folder}/${name}`)),
)
