; Offers Damson under "Open with" for STIX bundles. The system's own choice for .json stays as it is.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Damson.StixBundle" "" "STIX bundle"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Damson.StixBundle\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Damson.StixBundle\shell\open\command" "" '"$appExe" "%1"'
  WriteRegNone SHELL_CONTEXT "Software\Classes\.json\OpenWithProgids" "Damson.StixBundle"
!macroend

!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.json\OpenWithProgids" "Damson.StixBundle"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Damson.StixBundle"
!macroend
